/**
 * LEITONG_DATA=FOLDER npx tsx bench/versions/live.ts [SET …]
 *
 * `find: 'versions'` in a live index, in the order of arrival, beside the batch: pairs against the versions that the labels of a set name, and
 * documents a second of the processor. Every document is asked for, then added. Sets are those of quality.ts.
 */
import { dedupe, openIndex } from '../../dist/index.js'
import { keyOf, type Labelled, versionSets } from './sets.js'

/** Seconds of the processor, of all threads. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

console.log('| set | | F1 | precision | recall | queries a second | adds a second |\n|---|---|--:|--:|--:|--:|--:|')
for (const { documents, row } of versionSets()) {
  const batch = new Set<string>()
  for await (const { a, b } of (await dedupe(documents, { find: 'versions', pairs: true })).pairs())
    batch.add(keyOf(a as string, b as string))
  row('batch', batch, '', '')
  for (const every of [1, 4, 8] as const) {
    const index = await openIndex('memory:', { find: 'versions', every })
    const found = new Set<string>()
    let [asking, adding] = [0, 0]
    for (let at = 0; at < documents.length; at++) {
      const document = documents[at] as Labelled
      const asked = await timed(() => index.query(document.text))
      for (const { id } of asked.result) found.add(keyOf(id as string, document.id))
      asking += asked.seconds
      adding += (await timed(() => index.add(document))).seconds
    }
    row(`live, \`--every ${every}\``, found, (documents.length / asking).toFixed(0), (documents.length / adding).toFixed(0))
    await index.close()
  }
}
