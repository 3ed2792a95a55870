/** `leitong serve`: answers over HTTP. */
import { Command, Option } from 'commander'
import { readSettings } from '../server/settings.js'
import { numberOf } from './flags.js'
import { summaryLine } from './notes.js'
import { takeSignals } from './stopping.js'
import { texts } from './texts/texts.js'

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('answer over HTTP: indexes, tasks and the review page (docs/service.md)')
    .addOption(new Option('--data <folder>', 'folder of the service: indexes, keys, tasks (default: leitong-data)'))
    .addOption(new Option('--config <file>', 'settings, as JSON; flags come first'))
    .addOption(new Option('--host <address>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(new Option('--port <n>', 'port to listen on; 0 for any that is free (default: 7700)'))
    .addOption(new Option('--store <url>', 'keep indexes there, {name} standing for that of the index (docs/stores.md)'))
    .addOption(new Option('--no-keys', 'requests need no key; on loopback only'))
    .addOption(new Option('--new-key', 'make another admin key and print it'))
  return command.action(async () => {
    const { config, newKey, keys, ...flags } = command.opts() as Record<string, unknown>
    const port = numberOf(flags, 'port', { kind: 'integer', min: 0, max: 65535 })
    const { quiet: _, lang: __, ...given } = flags
    const settings = readSettings(config as string | undefined, {
      ...given,
      ...(port === undefined ? {} : { port }),
      ...(keys === false ? { keys } : {}),
    })
    const { serve } = await import('../server/serve.js')
    const { url, firstKey, close } = await serve(settings, { newKey: newKey === true })
    const say = texts().serve
    // The key is on standard output alone, so that it can be taken from there, and is in no log.
    if (firstKey !== undefined) process.stdout.write(`${firstKey}\n`)
    if (firstKey !== undefined) summaryLine(say.key)
    // Elsewhere the log says so, as JSON lines.
    const isWatched = process.stderr.isTTY === true || settings.log === 'silent'
    if (isWatched) summaryLine(say.listening(url, settings.keys))
    await takeSignals()
    if (isWatched) summaryLine(say.ending)
    await close()
  })
}
