/**
 * MD5 of the whole text: what finds copies and nothing else.
 *
 * Source   R. Rivest, "The MD5 message-digest algorithm", RFC 1321, 1992.
 * Formula  equal digests of the text in UTF-8 are duplicates; the score is 1.
 * Settings none.
 */

import { groupByKey, pairsWithin } from '../../evaluating/pairs.js'
import { md5 } from '../../hashing/md5.js'
import { defineRival } from './rival.js'

export const digest = defineRival(
  'md5',
  'Rivest 1992',
  {},
  (documents) => {
    const encoder = new TextEncoder()
    return pairsWithin(groupByKey(documents.map(({ text }) => md5(encoder.encode(text)))))
  },
  'text',
)
