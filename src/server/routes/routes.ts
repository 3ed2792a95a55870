/** The shelf of routes. A new group is one file and one line here. */
import { documents } from './documents.js'
import { health } from './health.js'
import { indexes } from './indexes.js'
import { keys } from './keys.js'
import { page } from './page.js'
import type { RouteGroup } from './route.js'
import { tasks } from './tasks.js'
import { texts } from './texts.js'

export const ROUTES: readonly RouteGroup[] = [health, indexes, documents, texts, tasks, keys, page]
