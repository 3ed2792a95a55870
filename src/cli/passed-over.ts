/** Files of folders that were passed over, as people are told. */
import { describePassedOver, type PassedOver } from '../reading/inputs.js'
import { texts } from './texts/texts.js'

/** One line; none where no file was passed over. */
export function passedOverLines(passedOver: PassedOver): string[] {
  const files = [...passedOver.values()].reduce((sum, count) => sum + count, 0)
  const { notes } = texts()
  return files ? [notes.passedOver(files, describePassedOver(passedOver, notes.noEnding))] : []
}
