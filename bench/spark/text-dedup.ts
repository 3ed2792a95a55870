/**
 * A batch on Spark beside text-dedup's own Spark script (minhash_spark.py): the same English documents, wall seconds of each in a session of
 * `local[2]` that has run 2 000 documents before.
 *
 *     npm run build && node scripts/clusters/ensure-spark.mjs && npx tsx bench/spark/text-dedup.ts [DOCUMENTS] [--own-partitions]
 *
 * leitong reads the JSON lines and verifies what it finds; the script reads Parquet that was made before its clock started, does not verify, and has
 * its components found by something that does less than GraphFrames (bench/peers/stand-in). It gets 16 partitions where it asks for thousands;
 * with `--own-partitions` it gets what it asks for, and is stopped after five minutes.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dedupe } from '../../dist/index.js'
import { generated } from '../corpus.ts'
import { type Outcome, runPython } from '../peers/python.ts'
import { startCluster } from './cluster.js'

const BAR = 12
/** Seconds after which the script is stopped, and what the start of Spark takes of them at most. */
const [LIMIT, STARTING] = [300, 60]
const documents = Number(process.argv[2] ?? 50_000)
const folder = join(import.meta.dirname, '../.data/spark')
mkdirSync(folder, { recursive: true })
const [first, file] = [generated('articles_en', 2000), generated('articles_en', documents)]

const cluster = await startCluster(folder)
await own(first)
const { seconds, removed } = await own(file)
cluster.stop()
const isOwn = process.argv.includes('--own-partitions')
const peer = script()
console.log(
  `${documents} documents: leitong ${seconds.toFixed(1)} s, ${removed} removed; text-dedup ${isOwn ? 'with the partitions it asks for' : 'with 16 partitions'} ` +
    (peer
      ? `${peer.seconds.toFixed(1)} s, ${peer.answer}: ${(peer.seconds / seconds).toFixed(1)} × (bar ${BAR})`
      : `had not ended after ${LIMIT} s, the start of Spark included: more than ${Math.floor((LIMIT - STARTING) / seconds)} × (bar ${BAR})`),
)

/** Undefined where it had to be stopped. */
function script(): Outcome | undefined {
  const args = [first, file, join(folder, 'text-dedup')]
  if (!isOwn) return runPython('text_dedup_spark.py', args, 'spark')
  const start = performance.now()
  try {
    return runPython('text_dedup_spark.py', [...args, '0'], 'spark', LIMIT)
  } catch (error) {
    if (performance.now() - start < LIMIT * 1000) throw error
    return undefined
  }
}

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
