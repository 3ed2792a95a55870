/** The program: its commands, the flags that all of them have, and their help. */
import { Command, Option } from 'commander'
import { allowQueries } from '../reading/copied/query.js'
import { VERSION } from '../version.js'
import { formatHelp } from './help/help.js'
import { setQuiet, setVerbose } from './quiet.js'
import { translateUsageError } from './texts/commander.zh.js'
import { LANGUAGES } from './texts/language.js'
import { languageNow, texts } from './texts/texts.js'

/** Each loads its part of the program when it is named; help and mistakes load all. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  dedupe: async () => (await import('./dedupe.js')).dedupeCommand(),
  audit: async () => (await import('./auditing/audit.js')).auditCommand(),
  compare: async () => (await import('./compare.js')).compareCommand(),
  fingerprint: async () => (await import('./fingerprint.js')).fingerprintCommand(),
  generate: async () => (await import('./generate.js')).generateCommand(),
  index: async () => (await import('./index/index-command.js')).indexCommand(),
  link: async () => (await import('./link.js')).linkCommand(),
  passages: async () => (await import('./passages/passages.js')).passagesCommand(),
  sync: async () => (await import('./sync.js')).syncCommand(),
  model: async () => (await import('./model.js')).modelCommand(),
  evaluate: async () => (await import('./evaluate.js')).evaluateCommand(),
  review: async () => (await import('./review/review-command.js')).reviewCommand(),
  serve: async () => (await import('./serve.js')).serveCommand(),
  page: async () => (await import('./page/page.js')).pageCommand(),
  recipe: async () => (await import('./corpus/recipe.js')).recipeCommand(),
  mcp: async () => (await import('./agents/mcp.js')).mcpCommand(),
  segment: async () => (await import('./segment.js')).segmentCommand(),
  tune: async () => (await import('./tune.js')).tuneCommand(),
  worker: async () => (await import('./cluster/worker.js')).workerCommand(),
  completion: async () => (await import('./completion.js')).completionCommand(),
}
/** Their inputs are named by the person who runs them, and by nobody else; they may be queries. */
const READERS = ['dedupe', 'audit', 'link', 'passages', 'fingerprint', 'sync', 'add', 'query', 'build', 'tune']
/** These are about the whole program. */
const NEEDS_ALL = ['completion']

/** The command that the arguments name, behind flags that every command has; empty when they name none. */
export function namedCommand(args: readonly string[]): string {
  let at = 0
  while (args[at]?.startsWith('-')) at += args[at] === '--lang' ? 2 : 1
  const name = args[at] ?? ''
  return Object.hasOwn(COMMANDS, name) ? name : ''
}

/**
 * The program with the commands that the arguments need; set the language before.
 *
 * @param args  of the command line, without the program
 */
export async function createProgram(args: readonly string[]): Promise<Command> {
  const named = namedCommand(args)
  // The same flag asks for both helps: which one is meant, its spelling says.
  const isLong = !args.includes('-h')
  const program = new Command('leitong')
    .description(texts().help.purpose)
    .version(VERSION, '-V, --version', texts().help.version)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(languageNow() === 'zh' ? translateUsageError(text) : text)
        // Most commands have -o, so it is tried here too.
        if (named === 'link' && /option '(-o|--output)/.test(text)) write(`${texts().help.linkHasNoOutput}\n`)
      },
    })
    .configureHelp({ formatHelp: (command) => formatHelp(command, isLong, helpWidth()) })
    .showHelpAfterError(texts().help.afterError)
    .helpCommand(false)
    .hook('preAction', (_, action) => {
      const { quiet, verbose } = action.optsWithGlobals()
      setQuiet(quiet === true)
      setVerbose(verbose === true)
      allowQueries(READERS.includes(action.name()))
    })
  const wanted = named && !NEEDS_ALL.includes(named) ? [named] : Object.keys(COMMANDS)
  for (const name of wanted) program.addCommand(await (COMMANDS[name] as () => Promise<Command>)())
  equip(program)
  return program
}

/** Gives a command and those below it what all have. */
function equip(command: Command): void {
  const { quiet, verbose, lang } = texts().help
  command
    .addOption(new Option('-q, --quiet', quiet))
    .addOption(new Option('--verbose', verbose))
    .addOption(new Option(`--lang <${LANGUAGES.join('|')}>`, lang).choices(LANGUAGES))
    .helpOption('-h, --help')
  for (const below of command.commands) {
    below.exitOverride().copyInheritedSettings(command)
    equip(below)
  }
}

/** Columns of the terminal, of what COLUMNS says where there is none, else 80. */
function helpWidth(): number {
  const stated = Number(process.env['COLUMNS'])
  return Math.max(40, process.stdout.columns ?? (Number.isInteger(stated) && stated > 0 ? stated : 80))
}
