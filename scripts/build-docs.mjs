/**
 * Writes the tables of docs/options.md, docs/errors.md and docs/evaluation.md from the code, after a build. Tests see that they agree.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { EN } from '../dist/cli/texts/texts.en.js'
import { ERRORS } from '../dist/errors.js'
import { optionDefault, optionHelp } from '../dist/options/option.js'
import { RIVALS } from '../dist/research/rivals/rivals.js'
import { flagOf } from '../dist/resolving/names.js'
import { OPTIONS } from '../dist/resolving/table.js'

const put = (name, marker, text) => {
  const url = new URL(`../docs/${name}`, import.meta.url)
  const pattern = new RegExp(`<!-- ${marker} -->[^]*<!-- /${marker} -->`)
  writeFileSync(
    url,
    readFileSync(url, 'utf8').replace(pattern, () => `<!-- ${marker} -->\n${text}\n<!-- /${marker} -->`),
  )
}

const groups = Map.groupBy ? Map.groupBy(Object.entries(OPTIONS), ([, { group }]) => group) : new Map()
if (!groups.size) for (const entry of Object.entries(OPTIONS)) groups.set(entry[1].group, [...(groups.get(entry[1].group) ?? []), entry])
const options = [...groups].map(([group, entries]) => {
  const rows = entries.map(([name, spec]) => {
    return `| \`--${spec.kind === 'flag' && spec.default === true ? 'no-' : ''}${flagOf(name)}\` | ${optionDefault(spec)} | ${optionHelp(spec)} |`
  })
  return `## ${group}\n\n| option | default | |\n|---|---|---|\n${rows.join('\n')}`
})
put('options.md', 'options', options.join('\n\n'))

// Messages are made from values: each argument shows as its place in the message. Answers of the service link to the row of their code.
const names = ['A', 'B', 'C']
const errors = Object.entries(ERRORS).map(
  ([code, { exit, message, remedy }]) =>
    `| <a id="${code.toLowerCase()}"></a>\`${code}\` | ${exit} | ${message(...names)} | ${typeof remedy === 'string' ? remedy : remedy(...names)} |`,
)
put('errors.md', 'errors', `| code | exit | message | remedy |\n|---|--:|---|---|\n${errors.join('\n')}`)

const exits = Object.entries(EN.exits).map(([code, meaning]) => `| ${code} | ${meaning} |`)
put('errors.md', 'exits', `| exit code | meaning |\n|--:|---|\n${exits.join('\n')}`)

const rivals = [...RIVALS.values()].map(({ name, source, defaults }) => {
  const settings = Object.entries(defaults).map(([setting, value]) => `\`${setting}=${value}\``)
  return `| \`${name}\` | ${source} | ${settings.join(', ') || 'none'} |`
})
put('evaluation.md', 'rivals', `| name | source | settings |\n|---|---|---|\n${rivals.join('\n')}`)
