/** The server of the Model Context Protocol, over any transport: tools as the table has them, errors with their remedies. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { LeitongError } from '../errors.js'
import { toJson } from '../reading/whole-numbers-json.js'
import type { Machine } from '../reviewing/project.js'
import type { Reviews } from '../reviewing/reviews.js'
import { remedyOf } from '../server/remedies.js'
import { checkOf } from '../server/routes/check.js'
import { VERSION } from '../version.js'
import { Places } from './places.js'
import type { Tool } from './tool.js'
import { TOOLS } from './tools.js'

export interface McpOptions {
  readonly reviews: Reviews
  /** How names in reviews are read. */
  readonly machine: Machine
  /** Folders that calls may name files of, for clients that name none themselves. */
  readonly roots: readonly string[]
}

const INSTRUCTIONS =
  'leitong finds near-duplicate texts and rows and says why. Begin with find_duplicates for files, compare_texts for two texts, is_new for a live index. ' +
  'An error has a code and a remedy: do what the remedy says. Decisions (review_act) are those of a person: ask before you send one.'

/** @returns resolved when the client has left */
export async function serveMcp(transport: Transport, { reviews, machine, roots }: McpOptions): Promise<void> {
  const server = new Server({ name: 'leitong', version: VERSION }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  const tools = new Map(TOOLS.map((tool) => [tool.name, { ...tool, check: checkOf(tool.input, 'the call') }]))
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(described) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      const tool = tools.get(params.name)
      if (!tool) throw new LeitongError('SERVICE_MISSING', `tool of the name "${params.name.slice(0, 80)}"`)
      const given = params.arguments ?? {}
      tool.check(given)
      const open = server.getClientCapabilities()?.roots ? (await server.listRoots()).roots.map(({ uri }) => uri) : roots
      return told(await tool.run(given, { reviews, machine, places: new Places(open), signal }))
    } catch (error) {
      if (!(error instanceof LeitongError)) throw error
      return { ...told({ code: error.code, message: error.message, remedy: remedyOf(error) }), isError: true }
    }
  })
  const left = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  await server.connect(transport)
  await left
}

const described = ({ name, title, description, input, isReading }: Tool) => ({
  ...{ name, title, description },
  inputSchema: input as { readonly type: 'object' },
  annotations: { title, readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
})

/** As text for models, and as data for programs. */
function told(answer: object) {
  const text = toJson(answer) as string
  return { content: [{ type: 'text' as const, text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
}
