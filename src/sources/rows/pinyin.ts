/** The package that reads Chinese characters aloud, loaded when a field asks for it; importing this module is what makes it known. */
import { readAloudBy } from '../../matching/kinds/reading.js'
import { loadPackage } from '../../packages.js'

readAloudBy(() => {
  const { pinyin } = loadPackage<typeof import('pinyin-pro')>('pinyin-pro', 'compare Chinese names by their sound')
  return (character) => pinyin(character, { toneType: 'none', nonZh: 'removed' })
})
