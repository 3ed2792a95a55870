/** Options of running: the part of the machine that a run may take. */
import { BATCH, INTO_INDEX } from './commands.js'
import { group, type OptionsOf } from './option.js'

const MEGABYTE = 1 << 20

/** Threads, bytes and folders. */
export const RUNNING = group('Running', {
  workers: {
    kind: 'integer',
    min: 1,
    max: 256,
    default: undefined,
    derived: 'one for each core',
    commands: [...BATCH, 'fingerprint', 'model build', 'tune', 'passages', 'audit'],
    help: 'worker threads',
  },
  memory: {
    kind: 'bytes',
    min: 64 * MEGABYTE,
    max: Number.MAX_SAFE_INTEGER,
    default: undefined,
    derived: 'half of the memory',
    commands: [...BATCH, 'model build', 'passages', 'tune', 'audit'],
    help: 'what a run may hold of its documents; signatures that do not fit are kept on disk',
  },
  maxRecord: {
    kind: 'bytes',
    min: 1024,
    max: 256 * MEGABYTE,
    default: 256 * MEGABYTE,
    commands: [...BATCH, 'fingerprint', 'model build', 'passages', 'tune', ...INTO_INDEX, 'sync', 'audit'],
    help: 'a longer record is kept, unjudged, and reported',
  },
  maxRatio: {
    kind: 'number',
    min: 1,
    max: 1e9,
    default: 200,
    commands: [...BATCH, 'fingerprint', 'model build', 'passages', 'tune', ...INTO_INDEX, 'sync', 'audit'],
    help: 'compressed input that grows more than this many times (beyond 256 MB) is an error',
  },
  temp: {
    kind: 'text',
    isFolder: true,
    default: undefined,
    derived: 'the folder for temporary files of the system',
    commands: [...BATCH, 'fingerprint', 'model build', 'passages', 'tune', 'audit'],
    help: 'folder for temporary files',
  },
  engine: {
    kind: 'text',
    optional: true,
    default: undefined,
    derived: 'none',
    commands: ['dedupe', 'model build'],
    help: 'run on a cluster of Apache Spark: sc://HOST:PORT, spark://HOST:PORT or local[N]; see docs/cluster.md',
  },
  work: {
    kind: 'text',
    optional: true,
    default: undefined,
    derived: 'none',
    commands: ['dedupe', 'model build'],
    help: 'with --engine: a folder that all of the cluster reads and writes, where the steps of a run are kept',
  },
  appendTo: {
    kind: 'text',
    optional: true,
    default: undefined,
    derived: 'none',
    commands: ['dedupe'],
    help: 'with --engine: a run (the folder of its steps) whose kept records the new ones are compared with; only new records are signed and written',
  },
})

export type RunningOptions = OptionsOf<typeof RUNNING>

/** The values that depend on the machine, see machine.ts. */
export type MachineDefaults = Pick<RunningOptions, 'workers' | 'memory' | 'temp'>

/** Of jobs that start no workers, hold little and write nothing: there the machine plays no part. */
export const NO_MACHINE: MachineDefaults = { workers: 1, memory: 64 * MEGABYTE, temp: '.' }
