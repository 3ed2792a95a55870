/** What the routes of the service share. */
import { EventEmitter } from 'node:events'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Reviews } from '../reviewing/reviews.js'
import { redactedUrl } from '../stores/store-url.js'
import { Redactor } from './failure.js'
import { Indexes } from './indexes/indexes.js'
import { Keys } from './keys/keys.js'
import { Sessions } from './keys/sessions.js'
import type { Settings } from './settings.js'
import { State } from './state.js'
import { Tasks } from './tasks/tasks.js'

/** Tells `ending` when it is about to end, so that streams which have no end of their own do. */
export class Service extends EventEmitter<{ ending: [] }> {
  readonly settings: Settings
  readonly state: State
  readonly keys: Keys
  readonly sessions = new Sessions()
  readonly indexes: Indexes
  readonly reviews: Reviews
  readonly tasks: Tasks
  readonly redactor: Redactor
  /** Where mistakes of the service are told, once there is a log. */
  logMistake: (stack: string) => void = () => undefined
  /** Set when the service is about to end: it takes no new work. */
  isEnding = false

  /** Figures for Prometheus, as text. */
  figures: () => Promise<string> = async () => ''

  constructor(settings: Settings) {
    super()
    this.setMaxListeners(0)
    this.settings = settings
    this.state = new State(settings.data)
    this.keys = new Keys(this.state)
    this.indexes = new Indexes(settings)
    this.reviews = new Reviews(join(settings.data, 'reviews'))
    this.redactor = redactorOf(settings)
    this.tasks = new Tasks(this)
  }

  async close(): Promise<void> {
    this.isEnding = true
    await this.tasks.end()
    this.reviews.close()
    await this.indexes.end()
    await this.state.close()
  }
}

/** Paths and URLs of the machine, and what clients are told in their place. */
function redactorOf({ data, store, folders, databases }: Settings): Redactor {
  const stores = store === undefined ? [] : [store, redactedUrl(store)].map((url) => url.replace(/\{name\}.*$/, ''))
  return new Redactor(
    linked({
      [`${data}/indexes/`]: '',
      [data]: 'DATA',
      [tmpdir()]: 'TMP',
      [process.cwd()]: '.',
      ...Object.fromEntries(stores.map((url) => [url, ''])),
      ...Object.fromEntries(Object.entries(folders).map(([name, path]) => [path, name])),
      ...Object.fromEntries(Object.entries(databases).flatMap(([name, url]) => [url, redactedUrl(url)].map((text) => [text, name]))),
      ...(process.env['HOME'] ? { [process.env['HOME']]: 'HOME' } : {}),
      [new URL('../..', import.meta.url).pathname]: '',
    }),
  )
}

/** With each path also what its links lead to, under which messages of files name it. */
function linked(places: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const real = Object.entries(places).flatMap(([path, name]) => {
    if (!path.startsWith('/')) return []
    try {
      return [[realpathSync(path) + (path.endsWith('/') ? '/' : ''), name] as const]
    } catch {
      return []
    }
  })
  return { ...Object.fromEntries(real.filter(([path]) => path.length > 1)), ...places }
}
