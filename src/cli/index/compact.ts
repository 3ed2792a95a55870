/** `leitong index compact`: room that removals have left, given back. */
import { Command } from 'commander'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function compactCommand(): Command {
  return new Command('compact')
    .description('give back room that removals and replacements have left')
    .argument('<url>', URL_HELP)
    .action((url: string) => withIndex(url, EXISTING, (index) => index.compact()))
}
