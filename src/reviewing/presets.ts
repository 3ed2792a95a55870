/** Rules of who stays, saved under a name for all who decide on a review. */
import { existsSync, readFileSync } from 'node:fs'
import { LeitongError } from '../errors.js'
import { replaceFile } from '../writing/atomic-file.js'
import { refuseValue } from './asked.js'
import { checkRule } from './keeping.js'

export interface Preset {
  readonly name: string
  readonly rule: string
  readonly by: string
  readonly at: string
}

/** Presets of one review, at most. */
const MOST = 100

export class Presets {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** In the order of their names. @throws {LeitongError} `SOURCE_READ` */
  get all(): readonly Preset[] {
    if (!existsSync(this.#path)) return []
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Preset[]
    } catch (error) {
      throw new LeitongError('SOURCE_READ', this.#path, (error as Error).message)
    }
  }

  /**
   * Saves a rule under a name, in the place of one of that name; without a rule it is forgotten.
   *
   * @throws {LeitongError} `OPTION_VALUE`
   */
  save(name: unknown, rule: unknown, by: unknown): void {
    const text = (what: string, value: unknown, most: number): string => {
      if (typeof value === 'string' && value.trim() && value.length <= most) return value.trim()
      return refuseValue(what, value, `a text of at most ${most} characters`)
    }
    const [own, who] = [text('name', name, 64), text('by', by, 200)]
    const others = this.all.filter((one) => one.name !== own)
    const added = rule === undefined ? [] : [{ name: own, rule: checkRule(rule).join(), by: who, at: new Date().toISOString() }]
    if (others.length + added.length > MOST) throw new LeitongError('OPTION_VALUE', 'name', JSON.stringify(own), `at most ${MOST} presets`)
    const all = [...others, ...added].sort((a, b) => (a.name < b.name ? -1 : 1))
    replaceFile(this.#path, `${JSON.stringify(all, undefined, 2)}\n`)
  }
}
