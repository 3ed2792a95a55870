/** A method that a stranger might add: texts are alike when they begin with the same twelve characters. Everything that it does is in this file. */
import { exact, exactSearch } from './exact.js'
import { indexedBy } from './live/indexed.js'

const LENGTH = 12
const beginning = (record) => ({ ...record, text: record.text.slice(0, LENGTH) })

/** Signs the beginning of a text; lines are decoded one by one, since the kernel would read whole texts. */
function createSigner(options, content, model, kernel) {
  const signer = exact.createSigner(options, content, model, kernel)
  return Object.create(signer, {
    takesLines: { value: false },
    entryBytes: { value: signer.entryBytes },
    kernel: { value: signer.kernel },
    ignored: { value: undefined },
    weigher: { value: undefined },
    sampleEvery: { value: () => {} },
    fingerprint: { value: (record, entry) => signer.fingerprint(beginning(record), entry) },
  })
}

export const prefix = {
  ...exact,
  name: 'prefix',
  help: 'the same twelve characters at the beginning',
  own: [],
  asked: ['method', 'prefix'],
  signs: () => `prefix length=${LENGTH}`,
  createSigner,
}

export const prefixSearch = {
  ...exactSearch,
  index: indexedBy({
    search: () => ({ kind: 'exact' }),
    createJudge({ options }) {
      const signer = createSigner(options, 'search')
      return {
        judgesTogether: false,
        enough: undefined,
        sign(content) {
          const row = new Uint8Array(signer.entryBytes)
          signer.fingerprint(content, row)
          return { row, payload: new Uint8Array(), set: undefined }
        },
        matches: (_, candidates) =>
          candidates.flatMap(({ record, candidate }) => (candidate.equal ? [{ record, similarity: 1, distance: undefined }] : [])),
        measure: () => ({ similarity: undefined, distance: undefined }),
      }
    },
  }),
}
