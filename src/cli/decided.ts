/** What became of the decisions that a live index obeyed, as the last line of a command. */
import type { LiveIndex } from '../jobs/live/live-index.js'
import { summaryLine } from './notes.js'
import { texts } from './texts/texts.js'

export async function describeDecided(index: LiveIndex): Promise<void> {
  const decided = await index.decided()
  if (!decided) return
  const { applied, reopened, missing, conflicts, undigested } = decided
  summaryLine(texts().dedupe.decided(applied, reopened, missing, conflicts))
  if (undigested) summaryLine(texts().index.undigested(undigested))
}
