/** The shelf of databases that rows are read from. A new one is one file and one line here. */
import type { Database } from './database.js'
import { mongodb } from './mongodb.js'
import { mysql } from './mysql.js'
import { postgres } from './postgres.js'
import { sqlite } from './sqlite.js'

export const DATABASES: readonly Database[] = [postgres, mysql, sqlite, mongodb]
