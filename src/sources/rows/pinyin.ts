/** The package that reads Chinese characters aloud, loaded when a field asks for it; importing this module is what makes it known. */
import { createRequire } from 'node:module'
import { LeitongError } from '../../errors.js'
import { readAloudBy } from '../../matching/kinds/reading.js'

readAloudBy(() => {
  try {
    const { pinyin } = createRequire(import.meta.url)('pinyin-pro') as typeof import('pinyin-pro')
    return (character) => pinyin(character, { toneType: 'none', nonZh: 'removed' })
  } catch {
    throw new LeitongError('PACKAGE_MISSING', 'pinyin-pro', 'compare Chinese names by their sound')
  }
})
