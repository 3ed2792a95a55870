/** Pages of documentation as data: their commands, what they show of them, their figures. */
import { type CommandModel, describeCommand, type OptionModel } from '../../src/cli/help/model.js'
import { createProgram } from '../../src/cli/program.js'

/** A command as a page shows it, with what it prints. */
export interface Shown {
  readonly line: string
  readonly printed: readonly string[]
}

/** Where a page leaves lines out of what a command prints. */
export const LEFT_OUT = '……'

/** The blocks of a page that show commands with what they print. */
export const CONSOLE = /^```console\n([\s\S]*?)^```$/gm

/** The commands of a block, each with the lines below it. */
export function shownIn(block: string): Shown[] {
  const shown: { line: string; printed: string[] }[] = []
  for (const line of block.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('$ ')) shown.push({ line: line.slice(2), printed: [] })
    else shown.at(-1)?.printed.push(line)
  }
  return shown
}

/** Commands of a page: those of blocks and indented lines, which are whole, or those that it names between backticks. */
export function commandsOf(page: string, where: 'shown' | 'named'): string[] {
  const lines = [...page.matchAll(where === 'shown' ? /^(?:\$ | {4})(.*)$/gm : /`([^`\n]+)`/g)].map(([, line]) => line as string)
  return lines.map((line) => line.replace(/^(?:[A-Z_]+=\S* )+/, '')).filter((line) => /^leitong [a-z]/.test(line))
}

/** Words as a shell has them: quotes gone, what is behind a pipe, a redirection or a comment left out. */
export function wordsOf(line: string): string[] {
  const words: string[] = []
  for (const [, single, double, plain] of line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)) {
    if (plain && /^(?:[|<>#]|2>|&&)/.test(plain)) break
    words.push((single ?? double ?? plain) as string)
  }
  return words
}

export async function commandModels(): Promise<CommandModel[]> {
  const below = (model: CommandModel): CommandModel[] => [model, ...model.commands.flatMap(below)]
  return below(describeCommand(await createProgram([])))
}

/** Whether an option takes a value: one of its choices, a rule with a field behind it, or what its help names for this command alone. */
const isOneOf = (value: string, { values, help }: OptionModel) =>
  values.of.some((one) => (one.endsWith(':') ? value.startsWith(one) : value === one)) || help.split(/[^\w-]+/).includes(value)

/**
 * What is wrong with a command: an option that is not there, a value that is none of its choices, a missing value or argument. Empty when nothing is.
 *
 * @param isWhole  false for a command that is only named: it may lack what it needs to run
 */
export function faultsOf(line: string, models: readonly CommandModel[], isWhole = true): string[] {
  const [, first = '', second = '', ...others] = wordsOf(line)
  const nested = models.find(({ path }) => path === `${first} ${second}`)
  const model = nested ?? models.find(({ path }) => path === first)
  if (!model) return [`no command ${first}`]
  const words = nested ? others : [second, ...others].filter(Boolean)
  const faults: string[] = []
  let operands = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (!word.startsWith('-') || word === '-') {
      operands++
      continue
    }
    const [flag = '', given] = word.split(/=(.*)/s)
    const option = model.options.find(({ long, short }) => long === flag || short === flag)
    if (!option) faults.push(`${model.path} has no ${flag}`)
    else if (option.argument) {
      const mayLack = option.argument.startsWith('[')
      const value = given ?? (mayLack && words[at + 1]?.startsWith('-') ? undefined : words[++at])
      if (value === undefined) {
        if (isWhole && !mayLack) faults.push(`${flag} wants a value`)
      } else if (option.values.kind === 'choice' && !isOneOf(value, option)) faults.push(`${flag} has no value ${value}`)
    }
  }
  const wanted = model.arguments.filter(({ required }) => required).length
  return faults.concat(isWhole && operands < wanted ? ['an argument is missing'] : [])
}

/** A page without its blocks of code, its code in backticks and the targets of its links. */
export const proseOf = (page: string): string =>
  page
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')

/**
 * Figures of a text that were measured: with a point, or of three digits and more. Years and the numbers of small lists are none.
 *
 * @returns in one spelling, without marks between thousands: `131 072`, `131,072` → `131072`; `100 万` → `1000000`
 */
export function figuresOf(text: string): string[] {
  const found: string[] = []
  for (const [, digits = '', tens] of text.matchAll(
    /(?<![\w.-])(\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?![\d.])|\d+(?:\.\d+)*)(?: ?(万))?(?![\w-])/g,
  )) {
    const plain = digits.replace(/[ ,\u00a0\u202f]/g, '')
    if (/\..*\./.test(plain)) continue
    const value = tens ? String(Number(plain) * 10_000) : plain
    if (/^(?:19|20)\d\d$/.test(value)) continue
    if (value.includes('.') || value.length > 2) found.push(value)
  }
  return found
}

/** The place that a heading has on the page, as GitHub names it. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(/`/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
