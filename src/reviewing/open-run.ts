/** A run that is looked at: its columns, its queue, and where the review of each group stands. */
import type { Act, Member } from '../deciding/acts.js'
import { standing } from '../deciding/derive.js'
import { parseJson } from '../reading/whole-numbers-json.js'
import { type Payload, PayloadReader, type RunColumns, type RunHead } from './files.js'
import { type Filter, Queue, type Sort } from './queue.js'
import { digestOf } from './run.js'
import { TextSearch } from './search.js'
import { type GroupState, STATES, type State, stateOf } from './states.js'

/** Searches that are remembered: somebody pages through one and steers facets with it. */
const SEARCHES = 8

export class OpenRun {
  readonly head: RunHead
  readonly columns: RunColumns
  readonly #queue: Queue
  readonly #payloads: PayloadReader
  readonly #search: TextSearch
  readonly #searches = new Map<string, Promise<Uint8Array>>()
  /** The last selection, as long as no state has changed. */
  #selected: { readonly key: string; readonly answer: ReturnType<Queue['select']> } | undefined
  readonly #groupOf = new Map<string, number>()
  /** Members by the first 52 bits of their digest, in tables by its last byte: one holds no more than 2^24. */
  readonly #members = Array.from({ length: 256 }, () => new Map<number, number | number[]>())
  /** Acts that speak of a digest, undoing ones too, in the order of their file. */
  readonly #touching = new Map<string, Act[]>()
  /** The place of each act in its file. */
  readonly #places = new Map<Act, number>()

  /** @param acts  so far; later ones come by {@link take} */
  constructor(folder: string, head: RunHead, columns: RunColumns, acts: readonly Act[]) {
    this.head = head
    this.columns = columns
    this.#queue = new Queue(columns, head.sources.length)
    this.#payloads = new PayloadReader(folder, columns)
    this.#search = new TextSearch(folder, columns)
    for (const [group, id] of head.ids.entries()) this.#groupOf.set(id, group)
    const { digests, similarity } = columns
    for (let member = 0; member < similarity.length; member++) {
      const key = keyOf(digests[4 * member] as number, digests[4 * member + 1] as number)
      const table = this.#members[key & 0xff] as Map<number, number | number[]>
      const known = table.get(key)
      if (known === undefined) table.set(key, member)
      else if (typeof known === 'number') table.set(key, [known, member])
      else known.push(member)
    }
    const byKey = new Map(acts.map((act) => [act.key, act]))
    for (const act of acts) this.#note(act, act.of === undefined ? undefined : byKey.get(act.of))
    for (const group of new Set([...this.#touching.keys()].flatMap((digest) => this.#groupsWith(digest)))) this.#refresh(group)
  }

  /** Takes an act in. @returns the ids of the groups that it speaks of */
  take(act: Act, undone: Act | undefined): string[] {
    this.#note(act, undone)
    const groups = this.#groupsOf(act, undone)
    for (const group of groups) this.#refresh(group)
    return groups.map((group) => this.head.ids[group] as string)
  }

  /** The ids of the groups that an act speaks of. */
  groupsOf(act: Act): string[] {
    return this.#groupsOf(act, undefined).map((group) => this.head.ids[group] as string)
  }

  #groupsOf(act: Act, undone: Act | undefined): number[] {
    return [...new Set(membersOf(act, undone).flatMap(({ digest }) => this.#groupsWith(digest)))]
  }

  #note(act: Act, undone: Act | undefined): void {
    this.#places.set(act, this.#places.size)
    for (const digest of new Set(membersOf(act, undone).map((member) => member.digest))) {
      const list = this.#touching.get(digest)
      if (list) list.push(act)
      else this.#touching.set(digest, [act])
    }
  }

  #groupsWith(digest: string): number[] {
    const key = keyOf(Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16))
    return [this.#members[key & 0xff]?.get(key) ?? []]
      .flat()
      .flatMap((member) => (digestOf(this.columns, member) === digest ? [this.groupOfMember(member)] : []))
  }

  /** The id of a group that has a member with this content. */
  groupWith(digest: string): string | undefined {
    const [group] = this.#groupsWith(digest)
    return group === undefined ? undefined : this.head.ids[group]
  }

  groupOfMember(member: number): number {
    const { starts } = this.columns
    let [low, high] = [0, starts.length - 2]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= member) low = middle
      else high = middle - 1
    }
    return low
  }

  #refresh(group: number): void {
    this.#selected = undefined
    this.#queue.states[group] = STATES.indexOf(this.stateOf(group).state)
  }

  /** Groups by their state. */
  states(): Readonly<Record<State, number>> {
    const counts = STATES.map(() => 0)
    for (const state of this.#queue.states) counts[state] = (counts[state] as number) + 1
    return Object.fromEntries(STATES.map((state, i) => [state, counts[i] as number])) as Record<State, number>
  }

  numberOf(id: string): number | undefined {
    return this.#groupOf.get(id)
  }

  /** The acts that speak of members of a group, undone ones left out, in the order of their file. */
  actsOn(group: number): Act[] {
    return standing(this.#actsTouching(this.membersOf(group)))
  }

  #actsTouching(members: readonly Member[]): Act[] {
    const all = new Set(members.flatMap(({ digest }) => this.#touching.get(digest) ?? []))
    return [...all].sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0))
  }

  stateOf(group: number): GroupState {
    const members = this.membersOf(group)
    return stateOf(members, this.#actsTouching(members))
  }

  /** The members of a group as acts name them. */
  membersOf(group: number): Member[] {
    const { starts } = this.columns
    return Array.from({ length: this.#queue.sizeOf(group) }, (_, i) => {
      const member = (starts[group] as number) + i
      return { digest: digestOf(this.columns, member), id: parseJson(this.#payloads.get(member).id) }
    })
  }

  payload(member: number): Payload {
    return this.#payloads.get(member)
  }

  sizeOf(group: number): number {
    return this.#queue.sizeOf(group)
  }

  state(group: number): State {
    return STATES[this.#queue.states[group] as number] as State
  }

  /** Groups that fit, in an order, with facets; `words` are looked for in everything that is shown of members. */
  async select(filter: Filter, sort: Sort, words: string): Promise<ReturnType<Queue['select']>> {
    // Whoever pages through a selection asks for it again and again.
    const key = JSON.stringify([filter, sort, words])
    if (this.#selected?.key === key) return this.#selected.answer
    // What was found is waited for first: states may change meanwhile.
    const found = words ? await this.#find(words) : undefined
    const answer = this.#queue.select(found ? { ...filter, found } : filter, sort)
    this.#selected = { key, answer }
    return answer
  }

  /** How many of a selection stand before a group in an order, whether the group is among them or not. */
  placeIn(found: Uint32Array, sort: Sort, group: number): number {
    return this.#queue.placeIn(found, sort, group)
  }

  #find(words: string): Promise<Uint8Array> {
    const known = this.#searches.get(words)
    if (known) return known
    const found = this.#search.find(words)
    this.#searches.set(words, found)
    // One that failed is looked for again.
    found.catch(() => this.#searches.delete(words))
    if (this.#searches.size > SEARCHES) this.#searches.delete(this.#searches.keys().next().value as string)
    return found
  }

  close(): void {
    this.#payloads.close()
  }
}

const keyOf = (high: number, low: number): number => high * 2 ** 20 + (low >>> 12)

const membersOf = (act: Act, undone: Act | undefined): readonly Member[] => [
  ...act.members,
  ...(act.from ?? []),
  ...(undone ? [...undone.members, ...(undone.from ?? [])] : []),
]
