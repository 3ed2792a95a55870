/**
 * A batch on Spark beside text-dedup's own Spark script (minhash_spark.py): the same English documents, wall seconds of each in a session of
 * `local[2]` that has run 2 000 documents before.
 *
 *     npm run build && node scripts/ensure-spark.mjs && npx tsx bench/spark/text-dedup.ts [DOCUMENTS]
 *
 * leitong reads the JSON lines and verifies what it finds; the script reads Parquet that was made before its clock started, does not verify, and has
 * its components found by something that does less than GraphFrames (bench/peers/stand-in).
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dedupe } from '../../dist/index.js'
import { generated } from '../corpus.ts'
import { runPython } from '../peers/python.ts'
import { startCluster } from './cluster.js'

const BAR = 12
const documents = Number(process.argv[2] ?? 50_000)
const folder = join(import.meta.dirname, '../.data/spark')
mkdirSync(folder, { recursive: true })
const [first, file] = [generated('articles_en', 2000), generated('articles_en', documents)]

const cluster = await startCluster(folder)
await own(first)
const { seconds, removed } = await own(file)
cluster.stop()
const peer = runPython('text_dedup_spark.py', [first, file, join(folder, 'text-dedup')], 'spark')
const ratio = peer.seconds / seconds
console.log(
  `${documents} documents: leitong ${seconds.toFixed(1)} s, ${removed} removed; text-dedup ${peer.seconds.toFixed(1)} s, ${peer.answer}: ` +
    `${ratio.toFixed(1)} × (bar ${BAR})`,
)

async function own(input: string): Promise<{ readonly seconds: number; readonly removed: number }> {
  const out = join(folder, 'out-beside')
  rmSync(out, { recursive: true, force: true })
  const start = performance.now()
  const result = await dedupe({ files: [input] }, { engine: cluster.engine, work: join(out, 'work') })
  await result.write({ output: join(out, 'kept') })
  const seconds = (performance.now() - start) / 1000
  const { removed } = result.summary
  await result.close()
  return { seconds, removed }
}
