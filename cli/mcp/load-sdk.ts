import { assayError } from '../../errors/index.ts'

/** Installed only by those who start the server: a run has no use for it. A test compares it with package.json. */
export const SDK = '@modelcontextprotocol/server@2.4.0'

/**
 * The official SDK of the Model Context Protocol.
 *
 * @throws AssayError where it is not installed
 */
export async function loadSdk() {
  try {
    const [{ McpServer, fromJsonSchema }, { serveStdio }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ])
    return { McpServer, fromJsonSchema, serveStdio }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw assayError('mcp-sdk-missing', { packageName: SDK })
  }
}
