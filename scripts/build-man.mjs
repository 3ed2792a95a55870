/** Writes dist/man/leitong.1 from the same description of the commands as their help, after a build. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { describeCommand } from '../dist/cli/help/model.js'
import { createProgram } from '../dist/cli/program.js'
import { EN } from '../dist/cli/texts/texts.en.js'
import { VERSION } from '../dist/version.js'

/** A hyphen is a minus, and a line must not begin with a control character. */
const plain = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    // Of characters beyond ASCII roff wants the number.
    .replace(/[^\x20-\x7e]/gu, (c) => `\\[u${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
const bold = (text) => `\\fB${plain(text)}\\fR`
const paragraph = (head, text) => ['.TP', head, plain(text)]

const flagsOf = ({ short, long, argument }) =>
  [short, long].filter(Boolean).map(bold).join(', ') + (argument ? ` \\fI${plain(argument.replace(/^<|>$/g, ''))}\\fR` : '')
const all = (model) => [model, ...model.commands.flatMap(all)]

const program = describeCommand(await createProgram([]))
const commands = all(program).filter(({ path }) => path)

/** Options of the table with the commands that take each; of the same flag in several commands the first says what it is. */
const shared = new Map()
for (const { path, options } of commands)
  for (const option of options.filter(({ of }) => of === 'table')) {
    const known = shared.get(option.long)
    if (known) known.paths.push(path)
    else shared.set(option.long, { option, paths: [path] })
  }
const groups = new Map()
for (const { option, paths } of shared.values()) groups.set(option.group, [...(groups.get(option.group) ?? []), { option, paths }])

const lines = [
  `.TH LEITONG 1 "" "leitong ${VERSION}" "User Commands"`,
  '.SH NAME',
  'leitong \\- find near\\-duplicate texts and rows, and show why',
  '.SH SYNOPSIS',
  '.B leitong',
  '\\fICOMMAND\\fR [\\fIoptions\\fR]',
  '.SH DESCRIPTION',
  plain(EN.help.purpose),
  plain(
    'Every pair is measured on the texts themselves before a record is removed. Without an output, dedupe only shows what it would do.',
  ),
  '.SH COMMANDS',
  ...commands.flatMap(({ usage, summary, arguments: operands, options, commands: below }) =>
    below.length
      ? []
      : [
          `.SS ${plain(usage)}`,
          plain(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`),
          ...operands.flatMap(({ name, help }) => paragraph(`\\fI${plain(name.toUpperCase())}\\fR`, help)),
          ...options.filter(({ of }) => of === 'command').flatMap((option) => paragraph(flagsOf(option), option.help)),
        ],
  ),
  '.SH OPTIONS',
  plain('Of every command:'),
  ...program.options.filter(({ of }) => of === 'every').flatMap((option) => paragraph(flagsOf(option), option.help)),
  ...[...groups].flatMap(([group, entries]) => [
    `.SS ${plain(group)}`,
    ...entries.flatMap(({ option, paths }) => [...paragraph(flagsOf(option), option.help), '.br', `Taken by ${plain(paths.join(', '))}.`]),
  ]),
  '.SH EXAMPLES',
  ...all(program).flatMap(({ examples }) => examples.flatMap(({ command, text }) => paragraph(bold(command), text))),
  '.SH EXIT STATUS',
  ...Object.entries(EN.exits).flatMap(([code, meaning]) => paragraph(bold(code), meaning)),
  '.SH ENVIRONMENT',
  ...paragraph(bold('LEITONG_PASSWORD'), 'the password of a database whose URL has none'),
  ...paragraph(
    bold('LC_ALL, LC_MESSAGES, LANG'),
    'the first that is set chooses the language: Chinese where it begins with zh, else English',
  ),
  ...paragraph(bold('NO_COLOR'), 'when set, output has no colours'),
  '.SH FILES',
  ...paragraph(bold('leitong.config.json'), 'in the current folder: options by their long names, as JSON; flags win'),
]
mkdirSync(new URL('../dist/man/', import.meta.url), { recursive: true })
writeFileSync(new URL('../dist/man/leitong.1', import.meta.url), `${lines.join('\n')}\n`)
