/** Questions to the service. A session stands for the key: it is a cookie that no program reads. */
import type { components } from '../../dist/client/paths.js'
import { save } from '../save.js'
import { sayIn } from './words.js'

/** What the service answers, by its own schemas: a change of a route that the page does not follow does not compile. */
type Schemas = components['schemas']
export type State = Schemas['GroupState']
/** Long work on a review; what it was asked and what it found differ by its kind. */
export interface Task extends Omit<Schemas['Task'], 'request' | 'summary'> {
  readonly request: { readonly work?: 'run' | 'lab' | 'passages' | 'apply' }
  readonly summary?: { readonly run?: number; readonly kept?: number; readonly removed?: number; readonly files?: readonly string[] } | null
}
export type Described = Omit<Schemas['Review'], 'task'> & { readonly task?: Task }
export type ListedGroup = Schemas['QueuedGroup']
export type Bar = Schemas['Bar']
export type QueuePart = Schemas['QueuePart']
export type Member = Schemas['Member']
export type MemberState = Schemas['MemberState']
export type Contribution = Schemas['Contribution']
export type Group = Schemas['Group']
/** What was done and not undone: one act, or many that were done as one. */
export type Activity = Schemas['Done']
export type Acted = Schemas['Acted']

export const isOver = ({ state }: Task): boolean => state !== 'queued' && state !== 'running'

let isKnown = false
/** Whether a session was begun from here. */
export const hasSession = (): boolean => isKnown

/** Begins a session with a key, or with what a link holds. @throws {Failure} */
export async function begin(by: { readonly key: string } | { readonly link: string }): Promise<void> {
  isKnown = true
  const key: Record<string, string> = 'key' in by ? { authorization: `Bearer ${by.key}` } : {}
  const body = JSON.stringify('link' in by ? by : {})
  await answerOf(await reach('/session', { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body }))
}

/** An answer that is an error. */
export class Failure extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super((body['error'] as { message?: string } | undefined)?.message ?? `status ${status}`)
    this.status = status
    this.body = body
  }
}

/** Asks the service in the language of the page, which also says that there was no answer. @throws {Error} */
async function reach(
  url: string,
  { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
) {
  const { lang } = document.documentElement
  try {
    return await fetch(url, { ...init, headers: { ...headers, 'accept-language': lang } })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Error(sayIn(lang.startsWith('zh') ? 'zh' : 'en')('unreachable'), { cause: error })
  }
}

const urlOf = (path: readonly string[], query: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(query).toString()
  return `/${['review', ...path].map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`
}

/** @throws {Failure} */
export async function get<Answer>(
  path: readonly string[],
  query?: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> {
  return answerOf(await reach(urlOf(path, query), signal ? { signal } : {}))
}

/** @throws {Failure} */
export const post = <Answer>(path: readonly string[], body: object): Promise<Answer> => ask<Answer>(urlOf(path), body)

/** Removes a review with its decisions. @throws {Failure} */
export const remove = async (review: string): Promise<unknown> => answerOf(await reach(urlOf([review]), { method: 'DELETE' }))

/** Posts to any address of the service. @throws {Failure} */
export async function ask<Answer>(url: string, body: object): Promise<Answer> {
  return answerOf(await reach(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json().catch(() => ({}))) as Answer
  if (!response.ok) throw new Failure(response.status, body as Readonly<Record<string, unknown>>)
  return body
}

/** Sends a file of this computer. @returns how a review names it @throws {Failure} */
export async function upload(file: File): Promise<string> {
  // Names of uploads have no other letters; the endings say what it is.
  const name = `file${/(?:\.[A-Za-z0-9]+(?=\.(?:gz|gzip|zst|zstd)$))?\.[A-Za-z0-9]+$/i.exec(file.name)?.[0] ?? ''}`
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await reach(`/uploads?name=${name}`, { method: 'POST', headers, body: file })
  const { upload: id } = await answerOf<Schemas['Upload']>(response)
  return `@uploads/${id}/${name}`
}

/** Fetches a file with the key, and hands it to the browser to be saved. */
export async function download(path: readonly string[], name: string): Promise<void> {
  const response = await reach(urlOf(path))
  if (!response.ok) throw new Failure(response.status, {})
  save(await response.blob(), name)
}

/** Acts of others and new runs as they happen. */
export const listen = (path: readonly string[], told: (event: Record<string, unknown>) => void, signal: AbortSignal): Promise<void> =>
  listenAt(urlOf(path), told, signal)

/** @throws {Failure} */
export async function listenAt(url: string, told: (event: Record<string, unknown>) => void, signal?: AbortSignal): Promise<void> {
  const response = await reach(url, signal ? { signal } : {})
  if (!response.ok) throw new Failure(response.status, {})
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    waiting += part.value
    const lines = waiting.split('\n')
    waiting = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) told(JSON.parse(line.slice(6)) as Record<string, unknown>)
  }
}
