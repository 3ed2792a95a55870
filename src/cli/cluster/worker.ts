/** `leitong worker`: what a cluster runs on its machines. */
import { Command } from 'commander'

export function workerCommand(): Command {
  return new Command('worker')
    .description('what dedupe --engine runs on the machines of a cluster: rows on standard input and output')
    .argument('<mode>', 'records, count, sign, forest, components, blocks, match or rows')
    .argument('<task>', 'options, as the engine encodes them')
    .action(async (mode: string, task: string) => {
      const { work } = await import('../../spark/worker/worker.js')
      process.exitCode = await work(mode, task)
    })
}
