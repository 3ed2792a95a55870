/**
 * `s3://BUCKET/KEY`: S3 and stores that speak as it does, through AWS's own client, an optional package. It finds region, endpoint and credentials
 * where all tools of AWS do: the environment, ~/.aws, the role of the machine.
 */
import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { loadPackage } from '../../packages.js'
import { bucketAndKey } from './bucket.js'
import { faultOfStatus, type ListedObject, ObjectFault, type ObjectState, type ObjectStore, requireSame } from './object.js'
import { SILENCE } from './request.js'

type Package = typeof import('@aws-sdk/client-s3')
type Client = import('@aws-sdk/client-s3').S3Client

const load = () => loadPackage<Package>('@aws-sdk/client-s3', 'read and write s3://')

let client: Client | undefined

function connected(): Client {
  if (client) return client
  const { env } = process
  // What the client says of later versions of itself is none of the news of a run.
  env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  client = new (load().S3Client)({
    ...(env['AWS_REGION'] || env['AWS_PROFILE'] || !env['AWS_DEFAULT_REGION'] ? {} : { region: env['AWS_DEFAULT_REGION'] }),
    followRegionRedirects: true,
    // Stores of other makers have no name of a host for each bucket.
    forcePathStyle: Boolean(endpoint),
    // Some of them also know no checksums that nobody has to send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 10_000, requestTimeout: SILENCE, socketTimeout: SILENCE },
    // As other tools that read public buckets have it.
    ...(/^(?:yes|true|1)$/i.test(env['AWS_NO_SIGN_REQUEST'] ?? '') ? { signer: { sign: async (request) => request } } : {}),
  })
  return client
}

/** Of an error of the client its name and status alone: messages may say who asks. */
function faultOf(error: unknown): unknown {
  if (error instanceof ObjectFault) return error
  const { name = '', code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'CredentialsProviderError')
    return new ObjectFault('refused', 'there are no credentials in the environment, in ~/.aws or of the machine')
  if (/region is missing/i.test((error as Error).message ?? '')) return new ObjectFault('refused', 'no region is set: set AWS_REGION')
  const status = $metadata?.httpStatusCode
  if (status !== undefined && status >= 300) return faultOfStatus(status, /^[A-Za-z]+$/.test(name) ? name : '')
  if (name === 'PACKAGE_MISSING' || 'exit' in (error as object)) return error
  return new ObjectFault('broken', `the connection broke (${code ?? name})`)
}

async function tried<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}

const stoppedBy = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {})

/** Bytes of a part; a store takes at most 10 000 of them. */
const PART = 8 << 20
const MOST_PARTS = 10_000
/** Parts that are in memory at once. */
const AT_ONCE = 4

export const s3: ObjectStore = {
  schemes: ['s3'],
  nameOf: (url) => url,

  async stateOf(url, signal) {
    const { bucket, key } = bucketAndKey(url)
    const { HeadObjectCommand } = load()
    const head = await tried(() => connected().send(new HeadObjectCommand({ Bucket: bucket, Key: key }), stoppedBy(signal)))
    return { size: head.ContentLength, version: head.ETag, inRanges: head.ContentLength !== undefined }
  },

  async *read(url, state, from, to, signal) {
    const { bucket, key } = bucketAndKey(url)
    const { GetObjectCommand } = load()
    const range = state.size === 0 ? {} : { Range: `bytes=${from}-${to === undefined ? '' : to - 1}` }
    const match = state.version === undefined ? {} : { IfMatch: state.version }
    try {
      const found = await connected().send(new GetObjectCommand({ Bucket: bucket, Key: key, ...range, ...match }), stoppedBy(signal))
      const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      const now: ObjectState = { size: total === undefined ? state.size : Number(total), version: found.ETag, inRanges: true }
      requireSame(state, now)
      const body = found.Body as unknown as Readable
      // The client lets go of the signal when the head of the answer is there.
      yield* (signal ? addAbortSignal(signal, body) : body) as AsyncIterable<Uint8Array>
    } catch (error) {
      throw faultOf(error)
    }
  },

  async *list(prefix): AsyncGenerator<ListedObject> {
    const { bucket, key } = bucketAndKey(prefix)
    const { ListObjectsV2Command } = load()
    let token: string | undefined
    do {
      const asked = { Bucket: bucket, Prefix: key, ...(token === undefined ? {} : { ContinuationToken: token }) }
      const page = await tried(() => connected().send(new ListObjectsV2Command(asked)))
      for (const { Key, Size, ETag } of page.Contents ?? [])
        if (Key !== undefined) yield { url: `s3://${bucket}/${Key}`, state: { size: Size, version: ETag, inRanges: Size !== undefined } }
      token = page.NextContinuationToken
    } while (token !== undefined)
  },

  /** An upload in parts that is given up at once: it asks for the same rights as a real one, and leaves nothing. */
  async requireWritable(url) {
    const { bucket, key } = bucketAndKey(url)
    const { CreateMultipartUploadCommand, AbortMultipartUploadCommand } = load()
    // A folder has no name of its own to write to.
    const object = { Bucket: bucket, Key: !key || key.endsWith('/') ? `${key}.leitong.json` : key }
    await tried(async () => {
      const { UploadId } = await connected().send(new CreateMultipartUploadCommand(object))
      await connected().send(new AbortMultipartUploadCommand({ ...object, UploadId }))
    })
  },

  async send(path, url) {
    const { bucket, key } = bucketAndKey(url)
    const object = { Bucket: bucket, Key: key }
    const file = await open(path)
    try {
      const { size } = await file.stat()
      await tried(() => (size <= PART ? sendAtOnce(object, file, size) : sendInParts(object, file, size)))
    } finally {
      await file.close()
    }
  },
}

interface Target {
  readonly Bucket: string
  readonly Key: string
}
type File = Awaited<ReturnType<typeof open>>

async function bytesOf(file: File, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(to - from)
  for (let at = 0; at < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, at, buffer.length - at, from + at)
    if (!bytesRead) throw new ObjectFault('refused', 'the temporary file has become shorter')
    at += bytesRead
  }
  return buffer
}

async function sendAtOnce(object: Target, file: File, size: number): Promise<void> {
  await connected().send(new (load().PutObjectCommand)({ ...object, Body: await bytesOf(file, 0, size) }))
}

/** The object appears when its parts are put together. */
async function sendInParts(object: Target, file: File, size: number): Promise<void> {
  const { CreateMultipartUploadCommand, UploadPartCommand, CompleteMultipartUploadCommand, AbortMultipartUploadCommand } = load()
  const part = Math.max(PART, Math.ceil(size / MOST_PARTS))
  const { UploadId } = await connected().send(new CreateMultipartUploadCommand(object))
  try {
    const tags: (string | undefined)[] = new Array(Math.ceil(size / part))
    let next = 0
    let hasFailed = false
    const sender = async () => {
      while (next < tags.length && !hasFailed) {
        const number = next++
        const Body = await bytesOf(file, number * part, Math.min(size, (number + 1) * part))
        const sent = await connected().send(new UploadPartCommand({ ...object, UploadId, PartNumber: number + 1, Body }))
        tags[number] = sent.ETag
      }
    }
    const failing = (error: unknown) => {
      hasFailed = true
      throw error
    }
    // All of them end before the upload is given up: a part that comes later would stay.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => sender().catch(failing)))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    const Parts = tags.map((ETag, number) => ({ ETag, PartNumber: number + 1 }))
    await connected().send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await connected()
      .send(new AbortMultipartUploadCommand({ ...object, UploadId }))
      .catch(() => {})
    throw error
  }
}
