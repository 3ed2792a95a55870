/** All reviews of one place: a folder with a folder for each. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { readDecisions } from '../reading/decisions/decisions-file.js'
import { holdWork, Project } from './project.js'

/** A name is a folder, and stands in addresses. */
export const REVIEW_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u

/** Reviews that are held open: each has a file open, and columns in memory. */
const MOST_OPEN = 32
/** Milliseconds that a review stays open for requests that have begun, after others took its place. */
const GRACE = 60_000

/** A review in the list of all. */
export interface ListedReview {
  readonly name: string
  /** Of one that cannot be read, why. */
  describe(): ReturnType<Project['describe']> | { readonly name: string; readonly error: string }
}

export class Reviews {
  readonly #folder: string
  /** The least used first. */
  readonly #open = new Map<string, Project>()
  readonly #leaving = new Map<Project, NodeJS.Timeout>()

  constructor(folder: string) {
    this.#folder = folder
  }

  list(): ListedReview[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && REVIEW_NAME.test(entry.name) && existsSync(join(this.#folder, entry.name, 'project.json')))
      .map(({ name }) => ({ name, describe: () => this.#describe(name) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** What all of them read, as they name it. One that is damaged names nothing. */
  sources(): readonly string[] {
    return this.list().flatMap(({ describe }) => {
      const described = describe()
      return 'source' in described ? described.source : []
    })
  }

  /** One that is damaged keeps nobody from the others. */
  #describe(name: string): ReturnType<ListedReview['describe']> {
    try {
      if (this.#open.has(name) || this.#open.size < MOST_OPEN) return this.get(name).describe()
      // A list is no use that others should make room for.
      const project = Project.open(join(this.#folder, name))
      try {
        return project.describe()
      } finally {
        project.close()
      }
    } catch (error) {
      // Places of the machine are not for whoever looks at the list.
      return { name, error: (error as Error).message.replaceAll(this.#folder, 'reviews') }
    }
  }

  /** As it is now: other processes work on it too. @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `DECISIONS_FILE` */
  get(name: string): Project {
    if (!REVIEW_NAME.test(name)) throw new LeitongError('SOURCE_MISSING', name.slice(0, 64), 'no review of this name')
    const known = this.#open.get(name)
    known?.refresh()
    return this.#keep(name, known ?? Project.open(join(this.#folder, name)))
  }

  #keep(name: string, project: Project): Project {
    this.#open.delete(name)
    this.#open.set(name, project)
    for (const [other, { isUsed }] of this.#open) {
      if (this.#open.size <= MOST_OPEN) break
      if (!isUsed) this.#let(other)
    }
    return project
  }

  #let(name: string): void {
    const project = this.#open.get(name)
    this.#open.delete(name)
    if (!project) return
    const timer = setTimeout(() => {
      this.#leaving.delete(project)
      project.close()
    }, GRACE)
    this.#leaving.set(project, timer.unref())
  }

  /**
   * @param decisions  path of a file of decisions that the review begins with; it is copied
   * @throws {LeitongError} `OPTION_VALUE` for a name that is none, `OPTION_CONFLICT`, `SOURCE_READ`, `DECISIONS_FILE`, `OUTPUT_WRITE`
   */
  create(name: string, source: readonly string[], options: Readonly<Record<string, unknown>>, decisions?: string): Project {
    if (!REVIEW_NAME.test(name))
      throw new LeitongError('OPTION_VALUE', 'name', JSON.stringify(name.slice(0, 64)), 'letters, digits, - and _, at most 64')
    // Checked before there is anything of the review.
    const decided = decisions === undefined ? [] : readDecisions(decisions)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const project = Project.create(join(this.#folder, name), source, options, decided)
    return this.#keep(name, project)
  }

  /** Removes a review with its decisions. @throws {LeitongError} `SOURCE_MISSING`, `LOCKED` while somebody works on it */
  remove(name: string): void {
    const folder = join(this.#folder, name)
    if (!REVIEW_NAME.test(name) || !existsSync(join(folder, 'project.json')))
      throw new LeitongError('SOURCE_MISSING', name.slice(0, 64), 'no review of this name')
    using _lock = holdWork(folder)
    this.#open.get(name)?.close()
    this.#open.delete(name)
    rmSync(folder, { recursive: true, force: true })
  }

  close(): void {
    for (const [project, timer] of this.#leaving) {
      clearTimeout(timer)
      project.close()
    }
    this.#leaving.clear()
    for (const project of this.#open.values()) project.close()
    this.#open.clear()
  }
}
