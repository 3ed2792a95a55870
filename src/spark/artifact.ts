/** What travels to executors: Node, the bundled worker and the files that options name, as one archive named by its hash. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { OptionName, Options } from '../options/options.js'
import { ownFile, packageFile } from '../packages.js'
import { flagOf } from '../resolving/names.js'
import { OPTIONS } from '../resolving/table.js'
import type { Session } from './connect/session.js'
import { encodeTask, type WorkerTask } from './task.js'

const WORKER = fileURLToPath(ownFile('spark/worker.mjs'))
const BLOCK = 512

/** How executors start a worker. */
export interface Deployed {
  /** A command for bash, without mode and task. */
  readonly command: string
  /** What a worker is told, with the options as they are there. */
  readonly task: (asked: Omit<WorkerTask, 'options'>) => string
}

/** Workers from where this program is, for a cluster that does its work on this machine. */
export const deployedHere = (options: Options): Deployed => ({
  command: `exec ${OWN_FILES.map(quoted).join(' ')}`,
  // They work in a folder of Spark's.
  task: taskOf(withPaths(options, (_, path) => resolve(path))),
})

const taskOf = (options: Options) => (asked: Omit<WorkerTask, 'options'>) => encodeTask({ options, ...asked })

/** What a worker is started from here. */
const OWN_FILES = [process.execPath, WORKER]

/** What a worker reads here where it does not travel, Node first. */
export function readHere(options: Options): readonly string[] {
  const read = [...OWN_FILES, ...(usesDictionary(options) ? [dictionary()] : [])]
  withPaths(options, (_, path) => {
    read.push(resolve(path))
    return path
  })
  return read
}

/** A path as a word of bash. */
export const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`

/** Sends the archive up with the session, from where each executor fetches and unpacks it once. */
export async function deploy(session: Session, options: Options): Promise<Deployed> {
  const files = new Map<string, Uint8Array>([
    ['node', readFileSync(process.execPath)],
    ['worker.mjs', readFileSync(WORKER)],
  ])
  if (usesDictionary(options)) {
    // Where a worker would look for the package.
    files.set('node_modules/@node-rs/jieba/package.json', Buffer.from('{"name":"@node-rs/jieba"}'))
    files.set('node_modules/@node-rs/jieba/dict.txt', readFileSync(dictionary()))
  }
  const there = withFiles(options, files)
  const { name, archive } = packed(files)
  await session.addArtifact(`archives/${name}.tar.gz#${name}`, archive)
  // A session has a folder of its own below the one that tasks run in.
  return { command: `cd ./${session.serverName}/${name} && exec ./node worker.mjs`, task: taskOf(there) }
}

const dictionary = () => packageFile('@node-rs/jieba/dict.txt', 'cut Chinese into words')

const usesDictionary = ({ tokenizer }: Options) => tokenizer === 'chinese' || tokenizer === 'tagged'

/** The options with files named as they are in the archive. */
const withFiles = (options: Options, files: Map<string, Uint8Array>): Options =>
  withPaths(options, (name, path) => {
    const to = `files/${flagOf(name)}-${files.size}-${basename(path).replace(/[^\w.]/g, '_')}`
    files.set(to, readFileSync(path))
    return to
  })

/** The options with other names for the files in them; what stands for something built in stays as it is. */
function withPaths(options: Options, move: (name: OptionName, path: string) => string): Options {
  const moved: Record<string, unknown> = {}
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const value = options[name]
    if (!('readsFiles' in OPTIONS[name]) || value === undefined) continue
    const moveOne = (path: string) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? move(name, path) : path)
    moved[name] = Array.isArray(value) ? value.map((path) => moveOne(String(path))) : moveOne(String(value))
  }
  return { ...options, ...moved }
}

let last: { readonly name: string; readonly archive: Buffer } | undefined

/** The archive and its name; made once where runs follow each other, since Node is large. */
function packed(files: ReadonlyMap<string, Uint8Array>): { readonly name: string; readonly archive: Buffer } {
  const hash = createHash('sha256')
  for (const [name, bytes] of files) hash.update(`${name} ${bytes.length}\n`).update(bytes)
  const name = `leitong-${hash.digest('hex').slice(0, 16)}`
  if (last?.name !== name) last = { name, archive: archived(files) }
  return last
}

/** A tar file, compressed as fast as can be: Node is most of it. */
function archived(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = []
  for (const [name, bytes] of files) {
    const padding = new Uint8Array(-bytes.length & (BLOCK - 1))
    parts.push(header(name, bytes.length, name === 'node' ? 0o755 : 0o644), bytes, padding)
  }
  return gzipSync(Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]), { level: 1 })
}

/** The header of a file in a tar file (POSIX.1-1988): fields of fixed places, numbers in octal, and a checksum over all. */
function header(name: string, size: number, mode: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) => block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(name, 0, 100)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  block.write('        0', 148, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return block
}
