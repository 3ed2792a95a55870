/** Decisions on documents that come one at a time: which contents they pair with which, and how. */
import type { Act } from './acts.js'
import { nameOf } from './acts.js'
import { type DecidedPair, type Derived, derive } from './derive.js'

/** A document that is there: the digest of its content, and its id as JSON. */
export interface Content {
  readonly digest: string
  readonly id: string
}

/** Pairs that belong together, and pairs that never do. */
export type PairKind = 'must' | 'cannot'

interface Partner {
  readonly kind: PairKind
  readonly digest: string
}

export class Partners {
  readonly derived: Derived
  /** Kind by the key of a pair; of equal contents the ids are a part of it. */
  readonly #kinds = new Map<string, PairKind>()
  readonly #partners = new Map<string, Map<string, Partner>>()

  /** @param acts  in the order of their file */
  constructor(acts: readonly Act[]) {
    this.derived = derive(acts)
    for (const [kind, pairs] of this.#all())
      for (const { a, b } of pairs) {
        this.#kinds.set(keyOf({ digest: a.digest, id: nameOf(a) }, { digest: b.digest, id: nameOf(b) }), kind)
        this.#note(a.digest, { kind, digest: b.digest })
        this.#note(b.digest, { kind, digest: a.digest })
      }
  }

  #all(): readonly (readonly [PairKind, readonly DecidedPair[]])[] {
    // An id is here once: a document makes no pair with itself.
    const ofTwo = (pairs: readonly DecidedPair[]) => pairs.filter(({ a, b }) => a.digest !== b.digest || nameOf(a) !== nameOf(b))
    return [
      ['must', ofTwo(this.derived.must)],
      ['cannot', ofTwo(this.derived.cannot)],
    ]
  }

  #note(digest: string, partner: Partner): void {
    const known = this.#partners.get(digest) ?? new Map<string, Partner>()
    this.#partners.set(digest, known)
    known.set(`${partner.kind} ${partner.digest}`, partner)
  }

  /** Contents that a decision pairs this one with; its own among them where copies of it are told apart by their ids. */
  of(digest: string): readonly Partner[] {
    return [...(this.#partners.get(digest)?.values() ?? [])]
  }

  /** The decision on two documents as they are; undefined if there is no decision. */
  kindOf(a: Content, b: Content): PairKind | undefined {
    return this.#kinds.get(keyOf(a, b))
  }

  /** The pairs, each by a name that two files of decisions share where they say the same. */
  names(): ReadonlyMap<string, readonly [a: string, b: string]> {
    return new Map(
      this.#all().flatMap(([kind, pairs]) =>
        pairs.map(({ a, b }) => {
          const key = keyOf({ digest: a.digest, id: nameOf(a) }, { digest: b.digest, id: nameOf(b) })
          return [`${kind} ${key}`, [a.digest, b.digest]] as const
        }),
      ),
    )
  }

  /** These contents, and those that chains of pairs that belong together lead to. */
  chainOf(digests: Iterable<string>): ReadonlySet<string> {
    const chain = new Set(digests)
    // A set is walked up to what is added meanwhile.
    for (const digest of chain) for (const partner of this.of(digest)) if (partner.kind === 'must') chain.add(partner.digest)
    return chain
  }
}

/** One key for a pair in either order. Ids tell equal contents apart. */
function keyOf(a: Content, b: Content): string {
  if (a.digest !== b.digest) return a.digest < b.digest ? `${a.digest} ${b.digest}` : `${b.digest} ${a.digest}`
  return a.id < b.id ? `${a.digest} ${a.id} ${b.id}` : `${a.digest} ${b.id} ${a.id}`
}
