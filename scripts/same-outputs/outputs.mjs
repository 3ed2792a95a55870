/** Outputs of a case: its commands run in a folder of their own, and what they left there is evened out and collected. */
import { spawn } from 'node:child_process'
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const LIBRARY = fileURLToPath(new URL('library.mjs', import.meta.url))
/** Seconds after which a command is ended, and its exit code is that of the signal. */
const PATIENCE = 180

/** Texts that vary, as patterns over bytes as characters; only in what a command prints, in .json and in .html. */
const VARYING = [
  [/"(seconds|peakMemory)":-?[\d.e+-]+/g, '"$1":0'],
  [/"seconds":\{[^}]*\}/g, '"seconds":{}'],
  [/"(version|created)":"[^"]*"/g, '"$1":""'],
  // The state of sync names its index by when that was made.
  [/"index":"\d{4}-[-\dT:.]+Z"/g, '"index":""'],
  [/"memory":\d+,"temp":"[^"]*"/g, '"memory":0,"temp":""'],
  // Times of the stores in an experiment.
  [/"first":[\d.e+-]+,"every":[\d.e+-]+,"adds":[\d.e+-]+/g, '"first":0,"every":0,"adds":0'],
  [/\bin ([\d.]+ s|\d+ min \d+ s|\d+ h \d+ min)\b(, [\d.]+ [KMGT]?B\/s)?/g, 'in 0 s'],
  [/created \d{4}-[-\dT:.]+Z/g, 'created'],
  [/about ([\d.]+ s|\d+ min \d+ s|\d+ h \d+ min) and/g, 'about 0 s and'],
  [/leitong-[A-Za-z0-9]{6}/g, 'leitong-TEMP'],
  // Seconds and peak memory close each row of the costs that evaluate prints.
  [/(\nCost\n)([^\n]+\n)+/g, (text) => text.replaceAll(/ +[\d,.]+ +[\d,]+$/gm, '')],
  // The same in its report, and what a report of tune expects a run to take, in English and Chinese.
  [/<h2><span lang="en">Cost<[\s\S]*?<\/section>/g, (text) => text.replaceAll(/(<td[^>]*>[\d,.]+<\/td>){2}<\/tr>/g, '</tr>')],
  [/[\d.]+ (seconds|\xe7\xa7\x92)/g, '0 $1'],
]
const OPTIONS = /"options":\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g

/** A report without its program: the markup, and the data unpacked. */
function unpackReport(html) {
  return html
    .replaceAll(/<script type="text\/plain"[^>]*>([A-Za-z0-9+/=\s]*)<\/script>/g, (_, packed) => {
      const bytes = Buffer.from(packed, 'base64')
      return `\n${bytes[0] === 0x1f ? gunzipSync(bytes).toString('latin1') : packed}\n`
    })
    .replaceAll(/<script>[\s\S]*?<\/script>/g, '<script>')
    .replaceAll(/<style>[\s\S]*?<\/style>/g, '<style>')
}

/** Evens out an output and adds it, and the options that stand in it as one more. */
function collect(outputs, name, bytes, folder) {
  const isText = /stdout|stderr|\.json$|\.html$|export.*\.jsonl$/.test(name)
  let text = bytes.toString('latin1')
  if (name.endsWith('.html')) text = unpackReport(text)
  text = text.replaceAll(folder, 'FOLDER')
  if (isText) {
    for (const [pattern, instead] of VARYING) text = text.replaceAll(pattern, instead)
    const options = text.match(OPTIONS)
    if (options) {
      outputs.set(`${name} options`, Buffer.from(options.join('\n'), 'latin1'))
      text = text.replaceAll(OPTIONS, '"options":{}')
    }
  }
  outputs.set(name, Buffer.from(text, 'latin1'))
}

/** Every file that a case has left, but for indexes: folders called index…, and databases. */
function* written(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('index')) yield* written(folder, path)
    else if (entry.isFile() && !/\.db(-|$)/.test(entry.name)) yield path
  }
}

/** Commands that run: whoever stops the script stops them too. */
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

/** Runs a command to its end, its output going to files. */
function run(command, args, { cwd, env, stdin, stdout, stderr }) {
  const files = [openSync(stdin ?? '/dev/null', 'r'), openSync(stdout, 'w'), openSync(stderr, 'w')]
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { cwd, env, stdio: files, timeout: PATIENCE * 1000, killSignal: 'SIGKILL' })
    for (const file of files) closeSync(file)
    children.add(child)
    child.on('error', fail)
    child.on('close', (code, signal) => {
      children.delete(child)
      settle(code ?? signal)
    })
  })
}

/**
 * Runs the steps of a case with one checkout. A step is a text, the arguments of the command between spaces; `{ args, stdin }`, where
 * `args` may be a list; `{ copy: [from, to] }`; or `{ library: part, docs }`.
 *
 * @returns outputs by name, evened out
 */
export async function runCase({ name, steps }, root, work) {
  const folder = join(work, 'cases', name.replaceAll('/', '-'))
  const [temp, log] = [join(folder, 'temp'), `${folder}.log`]
  for (const path of [folder, log]) rmSync(path, { recursive: true, force: true })
  for (const path of [temp, log]) mkdirSync(path, { recursive: true })
  for (const shared of ['data', 'made']) symlinkSync(join(work, shared), join(folder, shared))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', COLUMNS: '120', NO_COLOR: '1', TMPDIR: temp }

  const outputs = new Map()
  for (const [i, step] of steps.entries()) {
    if (step.copy) {
      copyFileSync(...step.copy.map((path) => join(folder, path)))
      continue
    }
    const { args: given = step } = step
    const args = step.library
      ? [LIBRARY, root, step.library, step.docs]
      : [join(root, 'dist/cli/main.js'), ...(Array.isArray(given) ? given : given.split(/\s+/).filter(Boolean))]
    const [stdout, stderr] = ['stdout', 'stderr'].map((stream) => join(log, stream))
    const code = await run(process.execPath, args, { cwd: folder, env, stdin: step.stdin && join(folder, step.stdin), stdout, stderr })
    const number = steps.length > 1 ? `${i + 1} ` : ''
    outputs.set(`${number}exit`, Buffer.from(String(code)))
    collect(outputs, `${number}stdout`, readFileSync(stdout), folder)
    collect(outputs, `${number}stderr`, readFileSync(stderr), folder)
  }
  for (const path of written(folder)) collect(outputs, path, readFileSync(join(folder, path)), folder)
  for (const path of [folder, log]) rmSync(path, { recursive: true, force: true })
  return outputs
}

/** Where two outputs part: number of the line, and both lines around the first character that differs. */
export function firstDifference(a, b) {
  if (!a || !b) return `only ${a ? 'OLD' : 'NEW'} gives it`
  const [left, right] = [a, b].map((bytes) => bytes.toString('utf8').split('\n'))
  const at = left.findIndex((line, i) => line !== right[i])
  const line = at < 0 ? left.length : at
  const [x, y] = [left[line], right[line]]
  if (x === undefined || y === undefined) return `line ${line + 1}: ${x === undefined ? 'OLD' : 'NEW'} has ended`
  let column = 0
  while (column < x.length && x[column] === y[column]) column++
  const [shownX, shownY] = [x, y].map((text) => JSON.stringify(text.slice(Math.max(0, column - 50), column + 70)))
  return `line ${line + 1}, character ${column + 1}\n      old ${shownX}\n      new ${shownY}`
}
