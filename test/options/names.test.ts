/**
 * Names of options: in the library, in the command, in files.
 *
 * Oracle   the spellings that commands, files and indexes had before the library got other names.
 * Covers   every way to write a name; printed and stored spellings; misspelt names.
 */
import { describe, expect, it } from 'vitest'
import { newMeta, openedSetup } from '../../src/jobs/live/setup.js'
import type { OptionsInput } from '../../src/options/options.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { spelledOptions } from '../../src/resolving/names.js'
import { resolveOptions } from '../../src/resolving/resolve.js'

const resolve = (values: Record<string, unknown>) => resolveOptions([{ values, where: 'here' }], NO_MACHINE)

describe('an option that files spell in another way', () => {
  it('is understood in both spellings and in every case', () => {
    for (const name of ['bandRows', 'band-rows', 'band_rows', 'rows'])
      expect(resolve({ [name]: '4' }), name).toMatchObject({ bandRows: 4, bands: 32 })
    expect(resolve({ bands: 20 })).toMatchObject({ bands: 20, bandRows: 6 })
  })

  it('is named as the command names it where something is wrong', () => {
    expect(() => resolve({ bandRows: 0 })).toThrow(/^option "rows"/)
    expect(() => resolve({ rowz: 4 })).toThrow(/"rows"/)
  })

  it('is printed and stored as ever', () => {
    const printed = spelledOptions(resolve({ bands: 20 }))
    expect(printed).toMatchObject({ rows: 6, bands: 20 })
    expect(printed).not.toHaveProperty('bandRows')
    const meta = newMeta({ numPerm: 64, bandRows: 4 })
    expect(meta.settings['options']).toMatchObject({ numPerm: 64, rows: 4 })
    expect(openedSetup('memory:a', meta, { bandRows: 4 }).options).toMatchObject({ bandRows: 4, bands: 16 })
    expect(() => openedSetup('memory:a', meta, { rows: 8 } as OptionsInput)).toThrow('rows is 4, not 8')
  })
})

it('an index says that what it stores of a document is no rule of a batch', () => {
  expect(() => newMeta({ keep: 'text' } as never)).toThrow('"payload"')
  expect(newMeta({ payload: 'text' }).settings['keep']).toBe('text')
})
