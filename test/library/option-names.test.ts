/** Errors of the library: options have the names that callers write. Covers: wrong fields, wrong options, conflicts, files, the live index. */
import { expect, it } from 'vitest'
import { createIndex } from '../../src/browser.js'
import { compare, dedupe, fingerprint, fingerprintAll, link, openIndex } from '../../src/index.js'
import { inOptionNames } from '../../src/library/option-names.js'

const letters = [
  { id: 1, text: 'one and the same' },
  { id: 2, text: 'another one' },
]

it.each([
  ['give --text-field or --no-verify', 'give textField or verify: false'],
  ['--rows and --with', 'bandRows and withFields'],
  ['num-perm is 10, "no-verify" leaves nothing', 'numPerm is 10, "verify: false" leaves nothing'],
  [
    '/data/max-pairs/a.jsonl and text-field.csv are no JSON lines. Start it with --replSet',
    '/data/max-pairs/a.jsonl and text-field.csv are no JSON lines. Start it with --replSet',
  ],
  ['--rejects lists the records; a well-kept file -- so', 'rejects lists the records; a well-kept file -- so'],
])('%s', (said, meant) => expect(inOptionNames(said)).toBe(meant))

const importOfOthers = async () => {
  const other = await openIndex('memory:out', { ngram: 2, payload: 'none' })
  await other.add({ id: 1, text: 'one and the same' })
  return (await openIndex('memory:in')).import(other.export())
}

it.each([
  ['a field', () => dedupe(letters, { text: 'body' as never }), /textField/],
  ['a conflict', () => dedupe(letters, { numPerm: 10, bands: 20, bandRows: 8 } as never), /numPerm is 10/],
  ['files', () => dedupe({ files: ['nothing-there.jsonl'] }), /nothing-there/],
  ['two sides', () => link(letters, letters, { textField: ['body'] } as never), /textField/],
  ['an index', () => openIndex('memory:names', { overflow: 0.2 } as never), /overflow is of simhash/],
  ['signatures', async () => fingerprint('a text', { method: 'simhash', numPerm: 10 } as never), /numPerm/],
  ['a comparison', async () => compare('a', 'b', { numPerm: 10, bands: 20, bandRows: 8 }), /numPerm is 10/],
  ['signatures one after the other', () => fingerprintAll(letters, { method: 'simhash', numPerm: 10 } as never).next(), /numPerm/],
  ['an index in a page', async () => createIndex({ numPerm: 10, bands: 20, bandRows: 8 }), /numPerm is 10/],
  ['a document of it', () => createIndex().add({ id: 1, body: 'x' }), /textField/],
  ['a document of an index', async () => (await openIndex('memory:of-a-document')).add({ id: 1, body: 'x' }), /textField/],
  ['an import', importOfOthers, /payload: 'text'/],
] as const)('an error of %s names no flag', async (_, work, words) => {
  const error = await (work as () => Promise<unknown>)().then(
    () => undefined,
    (reason: { message: string; remedy: string; stack: string }) => reason,
  )
  expect(`${error?.message} ${error?.remedy}`).toMatch(words)
  expect(`${error?.message} ${error?.remedy} ${error?.stack.split('\n')[0]}`).not.toMatch(/--[a-z]/)
})
