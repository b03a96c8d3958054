/** Parts of Assay that are missing or broken, and commands that end too soon. */
import { defineError } from '../define-error.ts'

export const internalErrors = {
  'internal-error': defineError({
    failed: 'assay',
    found: ({ message }) => `internal error: ${message}`,
    next: 'Report this bug in Assay, with the lines below.',
    example: { message: 'quote is not iterable' },
  }),
  'process-ended': defineError({
    failed: 'assay',
    found: ({ code }) =>
      `the command is inconclusive: its process ended with exit code ${code} before the command was complete`,
    next: 'Check that no module of the deployment file ends the process or throws later.',
    exitCode: 3,
    example: { code: 0 },
  }),
  'output-lost': defineError({
    failed: 'Writing the output of the command',
    found: ({ reason }) => `${reason}, so the command is inconclusive`,
    next: 'Send the output to a place with free space, then run again.',
    exitCode: 3,
    example: { reason: 'ENOSPC: no space left on device, write' },
  }),
  'process-busy': defineError({
    failed: ({ file }) => `Running the deployment file ${file}`,
    found: ({ seconds }) => `it kept the process busy for ${seconds} s, so the command is inconclusive`,
    next: 'Give every loop of the module an end, and every call that blocks a timeout.',
    exitCode: 3,
    example: { file: 'deployment.ts', seconds: 300 },
  }),
  'stopped-before-start': defineError<{ readonly reason: string; readonly next: string | undefined }>({
    failed: 'assay',
    found: ({ reason }) => `the run is inconclusive: ${reason} before it began`,
    next: ({ next = 'Run again.' }) => next,
    exitCode: 3,
    example: { reason: 'the run was interrupted', next: 'Run again without interrupting.' },
  }),
  'prism-not-started': defineError({
    failed: 'serve --prism',
    found: ({ reason }) => reason,
    next: 'Check that @stoplight/prism-cli is installed and that the port is free.',
    example: { reason: '@stoplight/prism-cli is not installed' },
  }),
  'mcp-sdk-missing': defineError({
    failed: 'mcp',
    found: 'the SDK of the Model Context Protocol is not installed',
    next: ({ packageName }) => `Run npm install --save-dev ${packageName}, then start the command again.`,
    example: { packageName: '@modelcontextprotocol/server@2.4.0' },
  }),
  'command-without-result': defineError({
    failed: ({ command }) => `assay ${command}`,
    found: 'the command ended without a result',
    next: ({ command }) => `Run npx assay ${command} in a terminal to see the reason.`,
    example: { command: 'run' },
  }),
} as const
