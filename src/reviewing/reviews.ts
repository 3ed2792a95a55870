/** All reviews of one place: a folder with a folder for each. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { readDecisions } from '../reading/decisions/decisions-file.js'
import { Project } from './project.js'

/** A name is a folder, and stands in addresses. */
export const REVIEW_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u

export class Reviews {
  readonly #folder: string
  readonly #open = new Map<string, Project>()

  constructor(folder: string) {
    this.#folder = folder
  }

  list(): Project[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && REVIEW_NAME.test(entry.name) && existsSync(join(this.#folder, entry.name, 'project.json')))
      .map(({ name }) => this.get(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `DECISIONS_FILE` */
  get(name: string): Project {
    const known = this.#open.get(name)
    if (known) return known
    if (!REVIEW_NAME.test(name)) throw new LeitongError('SOURCE_MISSING', name.slice(0, 64), 'no review of this name')
    const project = Project.open(join(this.#folder, name))
    this.#open.set(name, project)
    return project
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
    this.#open.set(name, project)
    return project
  }

  close(): void {
    for (const project of this.#open.values()) project.close()
    this.#open.clear()
  }
}
