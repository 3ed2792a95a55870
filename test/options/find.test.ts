/**
 * options: `find`, and its one rule beside `profile`.
 *
 * Oracle   the options of the profile.
 * Covers   both names; options given beside it; layers, the strongest of which wins; both named at once.
 */
import { describe, expect, it } from 'vitest'
import type { OptionsInput } from '../../src/options/options.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'

/** Without the note of what was stated. */
const optionsOf = (...layers: OptionsInput[]): Record<string, unknown> => {
  const options = resolveOptions(
    layers.map((values) => ({ values, where: 'here' })),
    NO_MACHINE,
  )
  return Object.fromEntries(Object.entries(options))
}

describe('find', () => {
  it('is short for a profile, and every profile says what it finds', () => {
    expect(optionsOf({ find: 'versions' })).toEqual(optionsOf({ profile: 'versions' }))
    expect(optionsOf({ find: 'versions' })).toMatchObject({ profile: 'versions', method: 'rare', threshold: 0.14 })
    expect(optionsOf({ find: 'copies' })).toEqual(optionsOf({}))
    expect(optionsOf({})).toMatchObject({ find: 'copies', profile: 'none', threshold: 0.8 })
    expect(optionsOf({ profile: 'manku' })).toMatchObject({ find: 'copies', profile: 'manku' })
  })

  it('gives way to what is given beside it', () => {
    expect(optionsOf({ find: 'versions', threshold: 0.3, rarest: 4 })).toMatchObject({
      method: 'rare',
      ngram: 9,
      charNgram: 5,
      threshold: 0.3,
      rarest: 4,
    })
  })

  it('is taken from the strongest layer that names it or a profile', () => {
    expect(optionsOf({ find: 'versions' }, { find: 'copies' })).toEqual(optionsOf({}))
    expect(optionsOf({ profile: 'manku' }, { find: 'versions' })).toEqual(optionsOf({ profile: 'versions' }))
    expect(optionsOf({ find: 'versions' }, { profile: 'manku' })).toEqual(optionsOf({ profile: 'manku' }))
    expect(optionsOf({ find: 'versions' }, { threshold: 0.2 })).toMatchObject({ find: 'versions', threshold: 0.2 })
  })

  it('and a profile are not both named, unless they say the same', () => {
    expect(optionsOf({ find: 'versions', profile: 'versions' })).toEqual(optionsOf({ profile: 'versions' }))
    expect(optionsOf({ find: 'copies', profile: 'none' })).toEqual(optionsOf({}))
    expect(() => optionsOf({ find: 'copies', profile: 'manku' })).toThrow(
      'find "copies" is profile "none", and profile "manku" is named too',
    )
    expect(() => optionsOf({ find: 'versions', profile: 'none' })).toThrow('name one of the two')
    expect(() => optionsOf({ find: 'everything' as 'copies' })).toThrow('find')
  })
})
