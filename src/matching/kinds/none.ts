/** Not compared: notes, row numbers, whatever says nothing about what a row is about. */
import type { Kind } from './kind.js'

export const none: Kind = {
  name: 'none',
  levels: [{ name: 'not compared', from: 0 }],
  normalise: () => '',
  comparison: () => () => 0,
  // A constant says nothing.
  detect: ({ distinct }) => (distinct <= 1 ? 1 : 0),
}
