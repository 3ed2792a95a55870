/**
 * Containment on texts of your own: against brute force, and beside datasketch's LSHEnsemble. CPU seconds of all threads.
 *
 *     npx tsx bench/containment.ts DOCS.jsonl.gz... [--threshold 0.8]     ids and texts in the fields id and text
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { python } from './venv.js'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { threshold: { type: 'string', default: '0.8' } } })
const threshold = values.threshold
const folder = mkdtempSync(join(tmpdir(), 'leitong-bench-'))
const command = new URL('../dist/bundle/leitong.js', import.meta.url).pathname
const peer = process.env['LEITONG_BENCH_PYTHON'] ?? python('peers')
// The brute force takes characters as they are.
const FEATURES = ['--tokenizer', 'char', '--ngram', '5', '--normalize', 'none']

console.log('| texts | documents | pairs | of these Jaccard < 0.5 | missed | wrong | CPU s | LSHEnsemble: found | proposed | CPU s |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
try {
  for (const docs of positionals) {
    const pairs = join(folder, 'pairs.jsonl')
    const flags = ['--measure', 'containment', '--threshold', threshold, ...FEATURES, '--pairs', pairs, '-q']
    const script = new URL('peers/containment.py', import.meta.url).pathname
    const ran = [process.execPath, command, 'dedupe', docs, ...flags]
    const answer = execFileSync(peer, [script, docs, pairs, threshold, ...ran], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    const { documents, seconds, pairs: all, below, missed, wrong, ensemble } = JSON.parse(answer)
    const row = [basename(dirname(docs)), documents, all, below, missed, wrong, seconds.toFixed(1)]
    console.log(`| ${[...row, ensemble.found, ensemble.proposed, ensemble.seconds.toFixed(1)].join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
