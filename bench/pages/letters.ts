/** Generated letters of many small groups, for the benches of pages. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createRandom } from '../../test/support/texts.js'

/** Pairs and small groups of texts that share nothing with other groups. */
export async function writeLetters(path: string, groups: number): Promise<void> {
  const random = createRandom(11)
  const file = createWriteStream(path)
  for (let group = 0; group < groups; group++) {
    const body = Array.from({ length: 90 }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 6000))).join('')
    const size = 2 + (random() < 0.1 ? Math.floor(random() * 5) : 0)
    for (let i = 0; i < size; i++) {
      const text = `${body.slice(0, 30)}，${body.slice(30, 86 + Math.floor(random() * 5))}。写于2025年${1 + (i % 12)}月${1 + Math.floor(random() * 28)}日。`
      const line = `${JSON.stringify({ id: `${group}-${i}`, title: `${group}号来信`, text })}\n`
      if (!file.write(line)) await new Promise((resolve) => file.once('drain', () => resolve(undefined)))
    }
  }
  file.end()
  await finished(file)
}
