/**
 * Resources of which this process may have one only, such as an LMDB folder that is open: handles lease them by name, and the last one to
 * release a resource closes it.
 *
 * The one kind of state that stores hold at module level, because it belongs to the process: two calls that name one file must meet.
 */
export interface Lease<Resource> {
  readonly resource: Resource
  /** Gives it back. @returns whether this was the last lease, so that the resource is to be closed; false when it was given back before */
  release(): boolean
}

interface Shared<Resource> {
  readonly resource: Resource
  leases: number
}

export class SharedResources<Resource> {
  readonly #byName = new Map<string | symbol, Shared<Resource>>()

  get(name: string | symbol): Resource | undefined {
    return this.#byName.get(name)?.resource
  }

  /** @param make  called where there is none of this name */
  lease(name: string | symbol, make: () => Resource): Lease<Resource> {
    const shared = this.#byName.get(name) ?? { resource: make(), leases: 0 }
    this.#byName.set(name, shared)
    shared.leases++
    let isHeld = true
    return {
      resource: shared.resource,
      release: () => {
        if (!isHeld) return false
        isHeld = false
        if (--shared.leases) return false
        // After `forget` another may have the name.
        if (this.#byName.get(name) === shared) this.#byName.delete(name)
        return true
      },
    }
  }

  /** Leaves a resource to those who hold it: the next lease of its name makes another. */
  forget(name: string | symbol): void {
    this.#byName.delete(name)
  }
}
