/** Questions to the service. The key is held in this page alone, and asked for again when it is loaded again. */
import type { State } from './address.js'

export type { State } from './address.js'

/** Long work on a review, as far as it is. */
export interface Task {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly request: { readonly work?: 'run' | 'lab' | 'passages' | 'apply' }
  readonly progress: {
    readonly phase: string
    readonly done: number
    readonly total: number | null
    readonly rate: number | null
    /** Seconds. */
    readonly left: number | null
  } | null
  readonly summary: { readonly run?: number; readonly kept?: number; readonly removed?: number; readonly files?: readonly string[] } | null
  readonly error: { readonly message: string } | null
}

export const isOver = ({ state }: Task): boolean => state !== 'queued' && state !== 'running'

export interface Described {
  readonly name: string
  readonly run: number
  /** A task works on it, or waits to. */
  readonly isRunning: boolean
  /** The last one. */
  readonly task?: Task
  readonly groups?: number
  readonly documents?: number
  readonly threshold?: number
  /** Whether pairs around the threshold have been looked for. */
  readonly hasLab?: boolean
  /** Personal data is hidden. */
  readonly masked?: boolean
  readonly states?: Readonly<Record<State, number>>
}

export interface ListedGroup {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly text: string
  readonly size: number
  readonly low: number | null
  readonly marks: readonly string[]
  readonly state: State
}

export interface Bar {
  readonly from: number
  readonly to: number
  readonly count: number
}

export interface QueuePart {
  readonly total: number
  readonly found: number
  readonly offset: number
  readonly groups: readonly ListedGroup[]
  readonly facets: {
    readonly size: readonly Bar[]
    readonly similarity: readonly Bar[]
    readonly length: readonly Bar[]
    readonly time: readonly Bar[]
    readonly state: Readonly<Record<State, number>>
    readonly source: readonly number[]
    readonly marks: Readonly<Record<string, number>>
  }
  readonly sources: readonly string[]
  /** The field that times are of. */
  readonly timeField?: string
  readonly states: Readonly<Record<State, number>>
  readonly revision: number
}

export interface Contribution {
  readonly field: string
  readonly level: string | null
  readonly similarity: number | null
  readonly weight?: number
  readonly bits?: number
}

export type MemberState = 'kept' | 'duplicate' | 'distinct' | 'open'

export interface Member {
  readonly place: number
  readonly name: string
  readonly title: string
  readonly text: string
  readonly cut?: boolean
  readonly fields?: readonly (readonly [name: string, value: string])[]
  readonly extra?: readonly (readonly [name: string, value: string])[]
  readonly contributions?: readonly Contribution[]
  readonly similarity: number | null
  readonly state: MemberState
}

export interface Group {
  readonly id: string
  readonly size: number
  readonly low: number | null
  readonly high: number | null
  readonly marks: readonly string[]
  readonly source: string
  readonly state: State
  readonly kept: number
  readonly members: readonly Member[]
  readonly states: readonly MemberState[]
  readonly conflicts: readonly object[]
  readonly acts: readonly {
    readonly key: string
    readonly act: string
    readonly by: string
    readonly at: string
    readonly note: string
    readonly members: number
  }[]
  /** What became of the group from run to run, the earliest first. */
  readonly became: readonly {
    readonly run: number
    readonly at: string
    readonly event: 'new' | 'joined' | 'split' | 'gone'
    readonly group: string
    readonly others: readonly { readonly id: string; readonly isThere: boolean }[]
  }[]
  readonly threshold: number
  readonly revision: number
}

export interface Done {
  readonly key: string
  readonly groups: readonly string[]
  readonly revision: number
  readonly states: Readonly<Record<State, number>>
}

let key = ''
export const useKey = (given: string): void => {
  key = given
}
export const hasKey = (): boolean => key !== ''

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

const headers = (): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {})
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
  return answerOf(await fetch(urlOf(path, query), { headers: headers(), ...(signal ? { signal } : {}) }))
}

/** @throws {Failure} */
export const post = <Answer>(path: readonly string[], body: object): Promise<Answer> => ask<Answer>(urlOf(path), body)

/** Posts to any address of the service. @throws {Failure} */
export async function ask<Answer>(url: string, body: object): Promise<Answer> {
  return answerOf(
    await fetch(url, { method: 'POST', headers: { ...headers(), 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  )
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json().catch(() => ({}))) as Answer
  if (!response.ok) throw new Failure(response.status, body as Readonly<Record<string, unknown>>)
  return body
}

/** Fetches a file with the key, and hands it to the browser to be saved. */
export async function download(path: readonly string[], name: string): Promise<void> {
  const response = await fetch(urlOf(path), { headers: headers() })
  if (!response.ok) throw new Failure(response.status, {})
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** Acts of others and new runs as they happen; reads the stream itself, since an EventSource sends no key. */
export const listen = (path: readonly string[], told: (event: Record<string, unknown>) => void, signal: AbortSignal): Promise<void> =>
  listenAt(urlOf(path), told, signal)

/** @throws {Failure} */
export async function listenAt(url: string, told: (event: Record<string, unknown>) => void, signal?: AbortSignal): Promise<void> {
  const response = await fetch(url, { headers: headers(), ...(signal ? { signal } : {}) })
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
