/** Files of folders that were passed over, as people are told. */
import { describePassedOver, LINK, type PassedOver } from '../reading/listing.js'
import { texts } from './texts/texts.js'

/** A line for files of no format, and one for links. */
export function passedOverLines(passedOver: PassedOver): string[] {
  const { notes } = texts()
  const kinds = new Map(passedOver)
  const links = kinds.get(LINK) ?? 0
  kinds.delete(LINK)
  const files = [...kinds.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...passedOver.sheets.map(({ file, name, headerRow, notRead }) => notes.sheet(file, name, headerRow, notRead)),
    ...(files ? [notes.passedOver(files, describePassedOver(kinds, notes.noEnding))] : []),
    ...(links ? [notes.linksPassedOver(links)] : []),
  ]
}
