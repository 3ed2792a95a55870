/** Files of folders that were passed over, as people are told. */
import { describePassedOver, LINK, PassedOver } from '../reading/listing.js'
import { Progress } from './terminal.js'
import { texts } from './texts/texts.js'

/** Takes what is passed over, and shows how far copies of objects are. */
export function takePassedOver(): PassedOver {
  const progress = new Progress()
  return new PassedOver({ copied: (done, total) => progress.update('copy', done, total), ended: () => progress.clear() })
}

/** A line for files of no format, and one for links. */
export function passedOverLines(passedOver: PassedOver): string[] {
  const { notes } = texts()
  const kinds = new Map(passedOver)
  const links = kinds.get(LINK) ?? 0
  kinds.delete(LINK)
  const files = [...kinds.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...passedOver.sheets.map(({ file, name, headerRow, notRead }) => notes.sheet(file, name, headerRow, notRead)),
    ...Array.from(passedOver.headers, ([file, row]) => notes.header(file, row)),
    ...(files ? [notes.passedOver(files, describePassedOver(kinds, notes.noEnding))] : []),
    ...(links ? [notes.linksPassedOver(links)] : []),
  ]
}
