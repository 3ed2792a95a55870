/** Before packing: everybody may read what is packed, whatever the umask was, so that the same sources make the same bytes. */
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const name of ['package.json', ...files.filter((name) => !name.startsWith('!'))]) {
  const path = join(root, name)
  const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((one) => join(path, one)) : []
  for (const one of [path, ...inside]) {
    const { mode } = statSync(one)
    chmodSync(one, mode & 0o100 ? 0o755 : 0o644)
  }
}
