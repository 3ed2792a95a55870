/** What a person decides on a group: what is sent of it, and how the group stands with it before the service has answered. */
import type { Group, MemberState, State } from '../api.js'

/** A decision as it was made. Places are those of the run that the person had before them. */
export type Decision =
  | { readonly kind: 'duplicate'; readonly selected: readonly number[] }
  /** None of all that are open is a duplicate. */
  | { readonly kind: 'none' }
  /** `chosen` is the member in hand; undefined: the first that is open. */
  | { readonly kind: 'distinct'; readonly chosen?: number | undefined; readonly selected: readonly number[] }
  | { readonly kind: 'split'; readonly selected: readonly number[] }
  | { readonly kind: 'keep'; readonly chosen: number }
  | { readonly kind: 'defer' }
  | { readonly kind: 'note'; readonly note: string }
  /** A document outside the group is a duplicate of the one that stays. */
  | { readonly kind: 'join'; readonly place: object }
  | { readonly kind: 'undo'; readonly of: string; readonly before?: Standing | undefined }
  | { readonly kind: 'undo-batch'; readonly batch: string }

/** How a group stands. */
export type Standing = Pick<Group, 'state' | 'kept' | 'states'>

export const standingOf = ({ state, kept, states }: Standing): Standing => ({ state, kept, states })

/** What is marked as duplicates: the selected that are none yet, or all that are open. */
export function merged({ states, kept }: Standing, selected: readonly number[]): number[] {
  if (!selected.length) return states.flatMap((state, place) => (state === 'open' ? [place] : []))
  return selected.filter((place) => place !== kept && states[place] !== 'duplicate').sort((a, b) => a - b)
}

/** The member that a group is opened with: the first that is open, otherwise the first beside the one that stays. */
export const firstChosen = ({ states, kept }: Standing): number => {
  const open = states.findIndex((state, place) => place !== kept && state === 'open')
  return open >= 0 ? open : kept ? 0 : Math.min(1, states.length - 1)
}

/** The pair that is kept apart: the two selected, otherwise the member in hand and the one that stays; undefined where these are one. */
export function apart(
  group: Standing,
  chosen = firstChosen(group),
  selected: readonly number[] = [],
): readonly [number, number] | undefined {
  const [a, b] = selected.length === 2 ? ([...selected].sort((x, y) => y - x) as [number, number]) : [chosen, group.kept]
  return a === b ? undefined : [a, b]
}

/** The act that is sent; undefined where the group leaves nothing to be done. Of an undoing no group is needed. */
export function actOf(group: Group | undefined, decision: Decision): Readonly<Record<string, unknown>> | undefined {
  if (decision.kind === 'undo') return { act: 'undo', of: decision.of }
  if (decision.kind === 'undo-batch') return { act: 'undo', batch: decision.batch }
  if (!group) return undefined
  const at = (places: readonly number[]) => places.map((place) => ({ group: group.id, place }))
  const all = group.states.map((_, place) => place)
  switch (decision.kind) {
    case 'duplicate': {
      const places = merged(group, decision.selected)
      return places.length ? { act: 'duplicate', members: at([group.kept, ...places]) } : undefined
    }
    case 'none': {
      const open = merged(group, [])
      // What people have called duplicates of the one that stays is with it.
      const others = all.filter((place) => group.states[place] !== 'distinct')
      if (!open.length) return undefined
      return others.length === 2
        ? { act: 'distinct', members: at([open[0] as number, group.kept]) }
        : { act: 'split', members: at(open), from: at(others) }
    }
    case 'distinct': {
      const pair = apart(group, decision.chosen, decision.selected)
      return pair && { act: 'distinct', members: at(pair) }
    }
    case 'split': {
      const { selected } = decision
      if (!selected.length || selected.length === group.size) return undefined
      return { act: 'split', members: at(selected), from: at(all.filter((place) => !selected.includes(place))) }
    }
    case 'keep':
      return decision.chosen === group.kept ? undefined : { act: 'keep', members: at([decision.chosen, group.kept]) }
    case 'defer':
      return { act: 'defer', members: at(all) }
    case 'note':
      return { act: 'note', members: at([group.kept]), note: decision.note }
    case 'join':
      return { act: 'duplicate', members: [...at([group.kept]), decision.place] }
  }
}

/** How a group stands with a decision, until the service says so. */
export function after<Of extends Standing>(group: Of, decision: Decision): Of {
  const set = (places: readonly number[], to: MemberState, kept = group.kept): Of => {
    const states = group.states.map((state, place): MemberState => (place === kept ? 'kept' : places.includes(place) ? to : state))
    return { ...group, kept, states, state: stateOf(states, group.state) }
  }
  switch (decision.kind) {
    case 'duplicate':
      return set(merged(group, decision.selected), 'duplicate')
    case 'none':
      return set(merged(group, []), 'distinct')
    case 'distinct': {
      const pair = apart(group, decision.chosen, decision.selected)
      return pair?.includes(group.kept)
        ? set(
            pair.filter((place) => place !== group.kept),
            'distinct',
          )
        : group
    }
    case 'split': {
      const { selected } = decision
      const isOfKept = selected.includes(group.kept)
      return set(
        group.states.flatMap((_, place) => (selected.includes(place) === isOfKept ? [] : [place])),
        'distinct',
      )
    }
    case 'keep': {
      if (group.states[decision.chosen] === 'duplicate') return set([group.kept], 'duplicate', decision.chosen)
      const others = group.states.flatMap((state, place) => (state === 'distinct' ? [] : [place]))
      return set(others, 'open', decision.chosen)
    }
    case 'defer':
      return group.state === 'decided' ? group : { ...group, state: 'deferred' }
    case 'undo':
      return decision.before ? { ...group, ...decision.before } : group
    default:
      return group
  }
}

const stateOf = (states: readonly MemberState[], before: State): State =>
  !states.includes('open')
    ? 'decided'
    : before === 'deferred'
      ? 'deferred'
      : states.some((state) => state === 'duplicate' || state === 'distinct')
        ? 'partly'
        : 'open'

/** The state of a group of which only its row in the list is known. */
export function listedAfter(state: State, size: number, decision: Decision): State {
  if (decision.kind === 'defer') return state === 'decided' ? state : 'deferred'
  if (decision.kind === 'none' || (decision.kind === 'duplicate' && !decision.selected.length)) return 'decided'
  if (decision.kind === 'distinct') return size === 2 ? 'decided' : state === 'open' ? 'partly' : state
  if (decision.kind === 'undo') return decision.before?.state ?? state
  return state
}
