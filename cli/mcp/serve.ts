/** The tools of Assay on standard input and output, for a coding agent: the Model Context Protocol. */
import { once } from 'node:events'
import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { printable } from '../../reports/printable.ts'
import { ABOUT_UNTRUSTED } from '../../reports/writers/agent-lines.ts'
import { shortened } from '../../reports/writers/markdown.ts'
import { toolVersion } from '../../runner/tool-version.ts'
import { loadSdk } from './load-sdk.ts'
import { MAX_RESULT_BYTES, TOOLS, type Given, type Tool } from './tools.ts'

const INSTRUCTIONS = `Assay judges whether a deployment conforms to the Payments Platform API. Examine it with doctor, judge it with run, correct the first cause, then run with only its requirements until the exit code is 0. ${ABOUT_UNTRUSTED}`

/** Clients end a request after a minute of silence; a run may take longer. */
const PROGRESS_MS = 5_000

/**
 * Serves until standard input ends.
 *
 * @throws AssayError where the SDK is not installed
 */
export async function serveTools(): Promise<void> {
  const { McpServer, fromJsonSchema, serveStdio } = await loadSdk()
  // An input that is empty from the start ends, and never closes.
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
  serveStdio(() => {
    const server = new McpServer({ name: 'assay', version: toolVersion() }, { instructions: INSTRUCTIONS })
    for (const tool of TOOLS) register(server, fromJsonSchema, tool)
    return server
  })
  await ended
}

type FromJsonSchema = Awaited<ReturnType<typeof loadSdk>>['fromJsonSchema']

function register(server: McpServer, fromJsonSchema: FromJsonSchema, tool: Tool): void {
  const { name, description, properties, required = [], isReadOnly } = tool
  server.registerTool(
    name,
    {
      description,
      inputSchema: fromJsonSchema<Given>({
        type: 'object',
        properties,
        required: [...required],
        additionalProperties: false,
      }),
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly },
    },
    (given, context) => reportProgress(context, () => performTool(tool, given, context.mcpReq.signal)),
  )
}

/** An invalid request is also a result, so the agent can read it and correct the request. */
async function performTool(tool: Tool, given: Given, signal: AbortSignal) {
  try {
    return { content: [{ type: 'text' as const, text: limited(await tool.perform(given, signal)) }] }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { content: [{ type: 'text' as const, text: limited(text) }], isError: true }
  }
}

const limited = (text: string) => shortened(text, MAX_RESULT_BYTES, (part) => printable(part, '\n'))

/** Shows that the tool is at work, to clients that ask for it. */
async function reportProgress<Result>(
  { mcpReq }: ServerContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { _meta: meta } = mcpReq
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return work()
  const begun = Date.now()
  const timer = setInterval(() => {
    const progress = Math.round((Date.now() - begun) / 1_000)
    const params = { progressToken, progress, message: `running for ${progress} s` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => clearInterval(timer))
  }, PROGRESS_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
