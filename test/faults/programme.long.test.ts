/**
 * The programme of faults: generated, with a seed, bounded in time. It prints the table that docs/reliability.md shows.
 *
 *     npm run test:faults                          about six minutes
 *     LEITONG_FAULT_MINUTES=60 npm run test:faults  more rounds of each kind
 *     LEITONG_SEED=random npm run test:faults       other faults
 *     LEITONG_RECORD=1 npm run test:faults          writes the table into docs/reliability.md
 */
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { createRandom } from '../support/texts.js'
import { archiveTrials } from './programme/archives.js'
import { batchTrials } from './programme/batch.js'
import { commandTrials } from './programme/command.js'
import { damageTrials } from './programme/damage.js'
import { decoderTrials } from './programme/decoders.js'
import { indexTrials } from './programme/index-files.js'
import { libraryTrials } from './programme/library.js'
import { sameResultTrials } from './programme/same-result.js'
import { serviceTrials } from './programme/service.js'
import { markdown, tooFew } from './programme/table.js'

const random = createRandom(fc.readConfigureGlobal().seed ?? 1)
const DOCS = new URL('../../docs/reliability.md', import.meta.url)
const [BEGIN, END] = ['<!-- table -->', '<!-- /table -->']

afterAll(() => {
  const table = markdown()
  process.stdout.write(`\n${table}\n\n`)
  expect(tooFew()).toEqual([])
  if (process.env['LEITONG_RECORD'] !== '1') return
  const page = readFileSync(DOCS, 'utf8')
  const [head, rest] = page.split(BEGIN) as [string, string]
  writeFileSync(DOCS, `${head}${BEGIN}\n\n${table}\n\n${END}${rest.split(END)[1]}`)
})

describe('a batch', () => batchTrials(random))
describe('damaged files', () => damageTrials(random))
describe('archives', () => archiveTrials(random))
describe('decoders', () => decoderTrials(random))
describe('indexes in files', () => indexTrials(random))
describe('the service', () => serviceTrials(random))
describe('the command', () => commandTrials())
describe('the library', () => libraryTrials(random))
describe('the same result', () => sameResultTrials(random))
