/**
 * A process that writes to an index until it is stopped, and says what was acknowledged, one line each, as soon as it was.
 *
 *     node live-writer.mjs write URL NAME SEED   put ID VERSION | removing ID VERSION | remove ID VERSION | error CODE
 *     node live-writer.mjs offer URL NAME FILE   new GROUP (documents of FILE are offered with addIfNew)
 */
import { readFileSync, writeSync } from 'node:fs'
import { open } from '../../dist/jobs/live/open.js'

const [mode, url, name, argument] = process.argv.slice(2)
const say = (line) => writeSync(1, `${line}\n`)
const index = await open(url)
say('ready')

if (mode === 'offer') {
  const documents = JSON.parse(readFileSync(argument, 'utf8'))
  let next = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < documents.length) {
        const { id, text } = documents[next++]
        const { status } = await index.addIfNew({ id: `${name} ${id}`, text })
        if (status === 'new') say(`new ${id.split('-')[0]}`)
      }
    }),
  )
  await index.close()
} else {
  let state = Number(argument)
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  try {
    for (let version = 1; ; version++) {
      const id = `${name}-${random(3000)}`
      const kind = random(10)
      if (kind === 0) {
        say(`removing ${id} ${version}`)
        await index.remove(id)
        say(`remove ${id} ${version}`)
      } else if (kind === 1) {
        const documents = Array.from({ length: 200 }, (_, i) => ({ id: `${name}-${3000 + random(100) * 200 + i}` }))
        for (const document of documents)
          document.text = `${document.id} in its version ${version} ${random(1e9)} ${random(1e9)} ${'x'.repeat(random(2000))}`
        const acknowledged = []
        for await (const added of index.addAll(documents)) acknowledged.push(added.id)
        for (const each of acknowledged) say(`put ${each} ${version}`)
      } else if (kind === 2 && random(20) === 0) await index.compact()
      else {
        await index.add({ id, text: `${id} in its version ${version} ${random(1e9)} ${random(1e9)}` })
        say(`put ${id} ${version}`)
      }
    }
  } catch (error) {
    say(`error ${error.code} ${error.message}`)
    process.exit(3)
  }
}
