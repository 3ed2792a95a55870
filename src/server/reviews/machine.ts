/** Files, tables and indexes of a review of the service: named as its settings name them, and shown so. */
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { writeTexts } from '../../jobs/live/texts.js'
import type { Machine } from '../../reviewing/project.js'
import { tableIn } from '../../reviewing/work/source.js'
import { redactedUrl } from '../../stores/store-url.js'
import { databaseUrl, placeOf, takeOptions } from '../options.js'
import type { Settings } from '../settings.js'

/** A source that was sent to the service: this, the id of the upload, and the name of the file. */
const UPLOADED = '@uploads'

/** The upload that a source of a review is, where it is one. */
export const uploadIn = (source: string): string | undefined => (source.startsWith(`${UPLOADED}/`) ? source.split('/')[1] : undefined)

export interface TaskPlaces {
  /** For temporary files of a run. */
  readonly temp?: string
  /** Of the index or the database that the review reads. */
  readonly url?: string | undefined
}

export function machineOf({ folders, databases }: Pick<Settings, 'folders' | 'databases'>, { temp, url }: TaskPlaces = {}): Machine {
  const named = [
    ...Object.entries(folders),
    ...Object.entries(databases).flatMap(([name, place]) => [place, redactedUrl(place)].map((text) => [name, text] as const)),
  ].sort(([, a], [, b]) => b.length - a.length)
  return {
    paths: (source) => {
      const table = tableIn(source)
      return table ? [url ?? databaseUrl(table.database, databases)] : source.map((one) => placeOf(namedIn(folders, one), folders))
    },
    options: (given) => {
      const options = takeOptions(given, 'dedupe', folders)
      return temp === undefined ? options : { ...options, temp }
    },
    said: (source) => {
      const found = tableIn(source)
      return found ? { table: found.table } : {}
    },
    writeIndex: (index, path) => {
      if (url === undefined) throw new LeitongError('INDEX_MISSING', index)
      return writeTexts(url, path)
    },
    shown: (name) => named.reduce((shown, [place, text]) => shown.replaceAll(text, place), name),
  }
}

/** Folders that sources of reviews may lie in: those that are allowed, and what was sent to the service. */
export const placesOfReviews = ({ folders, data }: Pick<Settings, 'folders' | 'data'>): Settings['folders'] => ({
  ...folders,
  [UPLOADED]: join(data, 'uploads'),
})

/** A file of the machine below an allowed folder, as a review has it that was made on the command line: by the name of that folder. */
function namedIn(folders: Settings['folders'], place: string): string {
  const [name, path] = Object.entries(folders).find(([, folder]) => place.startsWith(`${folder}/`)) ?? []
  return name === undefined ? place : `${name}${place.slice((path as string).length)}`
}
