/** `leitong mcp`: tools for agents, over standard input and output. */
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { Reviews } from '../../reviewing/reviews.js'
import { dataFlag, MACHINE } from '../review/opening.js'

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('tools for agents by the Model Context Protocol, over standard input and output (docs/mcp.md)')
    .addOption(dataFlag())
    .addOption(new Option('--root <folders...>', 'folders that agents may name files of, where their client names none'))
    .action(async ({ data, root = [] }: { readonly data?: string; readonly root?: readonly string[] }) => {
      const [{ serveMcp }, { StdioServerTransport }] = await loaded()
      const reviews = new Reviews(resolve(data ?? 'leitong-data', 'reviews'))
      const transport = new StdioServerTransport()
      // The transport does not look at the end of its input, which is how clients leave.
      process.stdin.once('end', () => void transport.close())
      try {
        await serveMcp(transport, { reviews, machine: MACHINE, roots: root })
      } finally {
        reviews.close()
      }
    })
}

/** @throws {LeitongError} `PACKAGE_MISSING` */
async function loaded() {
  try {
    await Promise.all([import('@modelcontextprotocol/sdk/server/index.js'), import('ajv/dist/2020.js')])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new LeitongError('PACKAGE_MISSING', '@modelcontextprotocol/sdk (and ajv)', 'mcp')
  }
  return Promise.all([import('../../mcp/serve.js'), import('@modelcontextprotocol/sdk/server/stdio.js')])
}
