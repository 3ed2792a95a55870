/**
 * Keeps things that one folder knows inside that folder: what each pattern stands for is used elsewhere through the views that
 * the folder exports.
 */
import { readFileSync } from 'node:fs'
import { readImports } from './import-graph.mjs'

const WALLS = [
  {
    pattern: /\bmemory\.buffer\b|\{\s*buffer\s*\}\s*=\s*\w+\.memory\b/,
    inside: 'src/kernel/',
    why: 'the memory of the kernel is read and written through the views of src/kernel',
  },
  {
    pattern: /\bkernel\.(alloc|mark|release|signLines|table[A-Z]\w*|token[A-Z]\w*|set(Members|Counts)|hamming[A-Z]\w*|index[A-Z]\w*)\(/,
    inside: 'src/kernel/',
    why: 'calls of the kernel that hand out addresses are made by the views of src/kernel',
  },
]

const wrong = []
for (const path of readImports(['src']).keys()) {
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const { pattern, inside, why } of WALLS) {
    if (path.startsWith(inside)) continue
    lines.forEach((line, i) => {
      if (pattern.test(line)) wrong.push(`${path}:${i + 1}: ${why}`)
    })
  }
}
if (wrong.length) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
