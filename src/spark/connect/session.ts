/** A session of Spark Connect: SQL in, rows out, files that travel to executors, and an end. */
import { randomUUID } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { crc32 } from 'node:zlib'
import type { Interceptor } from '@grpc/grpc-js'
import { LeitongError, unreachable } from '../../errors.js'
import type { Engine } from './address.js'
import { failureOf, type Progress, type Reply, type Stub } from './calls.js'
import { Execution } from './execution.js'
import { loadPackages, type Packages } from './packages.js'
import { INTERRUPT_ALL, OVERWRITE, PROTOCOL } from './protocol.js'

type Connect = Extract<Engine, { readonly kind: 'connect' }>

/** A row by the names of its columns; whole numbers of 64 bits are BigInts. */
export type Row = Readonly<Record<string, unknown>>

/** Bytes of an artifact in one message. */
const CHUNK = 32 << 10
/** Milliseconds in which a server has to answer a small request. */
const PATIENCE = 60_000
/** Messages of an artifact on their way at once. */
const AHEAD = 256

export interface SessionHooks {
  /** Told how a statement gets on. */
  readonly progress?: (progress: Progress) => void
  readonly signal?: AbortSignal | undefined
  /** Why the server has ended, where that can be known. */
  readonly causeOfEnd?: () => Promise<string | undefined>
}

export class Session {
  readonly #packages: Packages
  readonly #stub: Stub
  readonly #address: string
  readonly #hooks: SessionHooks
  readonly #base: { readonly session_id: string; readonly user_context: { readonly user_id: string; readonly user_name: string } }
  /** What the server calls this session: also the folder of its artifacts on executors. */
  #serverName = ''

  private constructor(packages: Packages, stub: Stub, { host, user }: Connect, hooks: SessionHooks) {
    this.#packages = packages
    this.#stub = stub
    this.#address = `sc://${host}`
    this.#hooks = hooks
    this.#base = { session_id: randomUUID(), user_context: { user_id: user, user_name: user } }
  }

  /** @throws {LeitongError} `PACKAGE_MISSING`, `CLUSTER` when nobody answers */
  static async open(engine: Connect, hooks: SessionHooks = {}): Promise<Session> {
    const packages = await loadPackages()
    const { grpc, loader } = packages
    const definition = loader.fromJSON(PROTOCOL as Parameters<typeof loader.fromJSON>[0], {
      keepCase: true,
      longs: Number,
      defaults: false,
    })
    const loaded = grpc.loadPackageDefinition(definition) as unknown as {
      spark: { connect: { SparkConnectService: new (...args: unknown[]) => Stub } }
    }
    const { token, tls } = engine
    const stub = new loaded.spark.connect.SparkConnectService(
      engine.host,
      // With the certificates that Node trusts, NODE_EXTRA_CA_CERTS among them.
      tls ? grpc.credentials.createFromSecureContext(createSecureContext()) : grpc.credentials.createInsecure(),
      {
        'grpc.max_receive_message_length': 256 << 20,
        'grpc.keepalive_time_ms': 30_000,
        ...(token === undefined ? {} : { interceptors: [withToken(grpc, token)] }),
      },
    )
    const session = new Session(packages, stub, engine, hooks)
    try {
      await session.rows('SELECT version()')
    } catch (error) {
      stub.close()
      throw error
    }
    return session
  }

  /** The name of the session on the server, and of the folder that executors keep its artifacts in. */
  get serverName(): string {
    return this.#serverName
  }

  /** Runs a statement that gives rows; there must be few of them. */
  rows(query: string): Promise<Row[]> {
    return this.#run({ root: { sql: { query } } })
  }

  /** Runs a statement that gives rows, and hands them on as they come. */
  stream(query: string): AsyncGenerator<Row> {
    return this.#stream({ root: { sql: { query } } })
  }

  /** The rows of files, see {@link view}. */
  rowsOf(format: string, paths: readonly string[], options: Readonly<Record<string, string>>, columns: readonly string[]): Promise<Row[]> {
    return this.#run({ root: projected(format, paths, options, columns) })
  }

  /** Runs a statement for what it does. */
  async command(query: string): Promise<void> {
    await this.#run({ command: { sql_command: { input: { sql: { query } } } } })
  }

  /**
   * Names a selection of columns of files, as a temporary view.
   *
   * @param columns  expressions of SQL; `_metadata` can be named here, and no longer in the view
   */
  async view(
    name: string,
    format: string,
    paths: readonly string[],
    options: Readonly<Record<string, string>>,
    columns: readonly string[],
  ): Promise<void> {
    const input = projected(format, paths, options, columns)
    await this.#run({ command: { create_dataframe_view: { input, name, is_global: false, replace: true } } })
  }

  /** Writes the rows of a query as a folder of files, in the place of what is there. */
  async write(query: string, format: string, path: string, partitionBy: readonly string[] = []): Promise<void> {
    await this.#run(written({ sql: { query } }, format, path, partitionBy))
  }

  /**
   * Writes the rows of a query as a folder of Parquet files, and counts as they pass.
   *
   * @param figures  aggregates over the rows, by name; whole numbers of 64 bits
   * @returns        their values; 0 where there is none
   */
  async writeCounted(query: string, path: string, figures: Readonly<Record<string, string>>): Promise<Record<string, number>> {
    const metrics = Object.entries(figures).map(([name, expression]) => expressionOf(`${expression} AS ${name}`))
    const input = { collect_metrics: { input: { sql: { query } }, name: 'figures', metrics } }
    const counted: Record<string, number> = {}
    for await (const { observed_metrics = [] } of this.#replies(
      written(metrics.length ? input : input.collect_metrics.input, 'parquet', path, [], DIFFERENT),
    ))
      for (const { keys = [], values = [] } of observed_metrics) for (const [i, key] of keys.entries()) counted[key] = values[i]?.long ?? 0
    const missing = Object.keys(figures).find((name) => counted[name] === undefined)
    return missing === undefined ? counted : unreachable(`Spark has not counted ${missing}`)
  }

  async #run(plan: object): Promise<Row[]> {
    const rows: Row[] = []
    for await (const row of this.#stream(plan)) rows.push(row)
    return rows
  }

  async *#stream(plan: object): AsyncGenerator<Row> {
    const { tableFromIPC } = this.#packages.arrow
    for await (const { arrow_batch } of this.#replies(plan))
      for (const row of arrow_batch ? tableFromIPC(arrow_batch.data).toArray() : []) yield (row as { toJSON(): Row }).toJSON()
  }

  async *#replies(plan: object): AsyncGenerator<Reply> {
    const execution = new Execution(this.#stub, this.#base, plan, { ...this.#hooks, isOpen: this.#serverName !== '' })
    try {
      for await (const reply of execution.replies()) {
        this.#serverName ||= reply.server_side_session_id ?? ''
        yield reply
      }
    } catch (error) {
      this.#hooks.signal?.throwIfAborted()
      throw await failureOf(error, this.#address, this.#hooks.causeOfEnd)
    }
  }

  /** Sets what the statements of this session depend on. */
  async settle(pairs: readonly { readonly key: string; readonly value: string }[]): Promise<void> {
    const deadline = new Date(Date.now() + PATIENCE)
    await new Promise<void>((resolve, reject) =>
      this.#stub.Config({ ...this.#base, operation: { set: { pairs } } }, { deadline }, (error) =>
        error ? void failureOf(error, this.#address).then(reject) : resolve(),
      ),
    )
  }

  /**
   * Hands a file to the session, from where executors fetch it.
   *
   * @param name  `archives/FILE#FOLDER` for what is unpacked on executors
   */
  async addArtifact(name: string, bytes: Uint8Array): Promise<void> {
    const chunk = (i: number) => {
      const data = bytes.subarray(i * CHUNK, (i + 1) * CHUNK)
      return { data, crc: crc32(data) }
    }
    const chunks = Math.max(1, Math.ceil(bytes.length / CHUNK))
    await new Promise<void>((resolve, reject) => {
      const call = this.#stub.AddArtifacts((error, reply) => {
        if (error) void failureOf(error, this.#address).then(reject)
        else if (reply?.artifacts?.some(({ is_crc_successful }) => is_crc_successful === false))
          reject(new LeitongError('CLUSTER', this.#address, `${name} was damaged on its way`))
        else resolve()
      })
      const send = async () => {
        if (chunks === 1) call.write({ ...this.#base, batch: { artifacts: [{ name, data: chunk(0) }] } })
        else {
          const begin_chunk = { name, total_bytes: bytes.length, num_chunks: chunks, initial_chunk: chunk(0) }
          call.write({ ...this.#base, begin_chunk })
          for (let i = 1; i < chunks; i++) {
            const hasRoom = call.write({ ...this.#base, chunk: chunk(i) })
            if (!hasRoom && i % AHEAD === 0) await new Promise((resume) => setImmediate(resume))
          }
        }
        call.end()
      }
      send().catch(reject)
    })
  }

  /** Stops what is under way in this session. */
  async interrupt(): Promise<void> {
    await this.#ask('Interrupt', { ...this.#base, interrupt_type: INTERRUPT_ALL })
  }

  /** Ends the session; the server forgets it. */
  async close(): Promise<void> {
    await this.#ask('ReleaseSession', this.#base)
    this.#stub.close()
  }

  /** Asks for something whose refusal changes nothing. */
  #ask(method: 'Interrupt' | 'ReleaseSession', request: object): Promise<void> {
    const deadline = new Date(Date.now() + 5000)
    return new Promise((resolve) => this.#stub[method](request, { deadline }, () => resolve()))
  }
}

/** Sends a token with every call. */
const withToken =
  (grpc: Packages['grpc'], token: string): Interceptor =>
  (options, next) =>
    new grpc.InterceptingCall(next(options), {
      start(metadata, listener, proceed) {
        metadata.set('authorization', `Bearer ${token}`)
        proceed(metadata, listener)
      },
    })

const projected = (format: string, paths: readonly string[], options: Readonly<Record<string, string>>, columns: readonly string[]) => ({
  project: {
    input: { read: { data_source: { format, paths, options } } },
    expressions: columns.map(expressionOf),
  },
})

const expressionOf = (expression: string) => ({ expression_string: { expression } })

const written = (
  input: object,
  source: string,
  path: string,
  partitioning_columns: readonly string[] = [],
  options: Readonly<Record<string, string>> = {},
) => ({
  command: { write_operation: { input, source, path, mode: OVERWRITE, partitioning_columns, options } },
})

/** What is counted are digests, keys and numbers, nearly all different: to look each up in a dictionary first is for nothing. */
const DIFFERENT = { 'parquet.enable.dictionary': 'false' }
