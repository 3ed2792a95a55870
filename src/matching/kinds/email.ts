/** Addresses of electronic mail: the mailbox says more than its provider. */
import { eachValue, roomFor, valueAt } from '../columns.js'
import { JaroWinkler } from '../distances/jaro-winkler.js'
import { fold } from '../fold.js'
import type { Kind } from './kind.js'

const LEVELS = { mailbox: 0.9, near: 0.8, nearElsewhere: 0.6, domain: 0.2 }
const NEAR = 0.9

export const email: Kind = {
  name: 'email',
  levels: [
    { name: 'equal', from: 1 },
    { name: 'same mailbox elsewhere', from: LEVELS.mailbox },
    { name: 'near mailbox, same domain', from: LEVELS.near },
    { name: 'near mailbox', from: LEVELS.nearElsewhere },
    { name: 'same domain', from: LEVELS.domain },
    { name: 'unlike', from: 0 },
  ],
  // What follows a plus sign is a note to oneself, not another mailbox.
  normalise: (value) =>
    fold(value)
      .replace(/^mailto:/, '')
      .replace(/\s/g, '')
      .replace(/\+[^@]*@/, '@'),
  comparison(values) {
    const domains = new Map<string, number>()
    const domain = new Int32Array(roomFor(values))
    const ends = new Uint32Array(roomFor(values))
    eachValue(values, (value) => {
      const text = valueAt(values, value)
      const at = text.lastIndexOf('@')
      ends[value] = (values.starts[value] as number) + (at < 0 ? text.length : at)
      const name = at < 0 ? '' : text.slice(at + 1)
      const number = domains.get(name) ?? domains.size
      domains.set(name, number)
      domain[value] = name ? number : -1
    })
    const jaroWinkler = new JaroWinkler()
    return (a, b) => {
      const { codes, starts } = values
      const likeness = jaroWinkler.similarity(codes, starts[a] as number, ends[a] as number, codes, starts[b] as number, ends[b] as number)
      const together = domain[a] !== -1 && domain[a] === domain[b]
      if (likeness === 1) return LEVELS.mailbox
      if (likeness >= NEAR) return together ? LEVELS.near : LEVELS.nearElsewhere
      return together ? LEVELS.domain : 0
    }
  },
  detect: ({ share }) => (share(/^[^@\s]+@[^@\s]+\.[^@\s]+$/) >= 0.7 ? 0.98 : 0),
}
