/** Errors of `assay init`, besides those of an OpenAPI document. */
import { defineError } from '../define-error.ts'

export const initErrors = {
  'init-options-missing': defineError({
    failed: 'init',
    found: 'there is no terminal to ask questions, and --name or --base-url is missing',
    next: 'Give both, for example: npx assay init --name staging --base-url https://host/2025-10-13 --states-url https://host/_states',
    example: {},
  }),
  'init-input-ended': defineError({
    failed: 'init',
    found: 'the input ended before all questions were answered',
    next: 'Run the command again.',
    example: {},
  }),
  'file-extension-unknown': defineError({
    failed: 'init',
    found: ({ file }) => `${file} does not have the extension of a deployment file`,
    next: ({ name }) => `Name it ${name}.yaml, ${name}.json, ${name}.mjs or ${name}.ts.`,
    example: { file: 'staging.toml', name: 'staging' },
  }),
  'deployment-file-exists': defineError({
    failed: 'init',
    found: ({ file }) => `${file} already exists`,
    next: ({ command }) => `Name another file, for example ${command}, or overwrite it with --force.`,
    example: { file: 'deployment.yaml', command: 'npx assay init deployment-2.yaml' },
  }),
  'area-number-unknown': defineError({
    failed: '--areas',
    found: ({ entered }) => `${entered} is not in the list`,
    next: ({ count }) => `Give numbers from 1 to ${count}.`,
    example: { entered: '99', count: 23 },
  }),
  'area-unknown': defineError<{
    readonly entered: string
    readonly meant: string | undefined
    readonly known: readonly string[]
  }>({
    failed: '--areas',
    found: ({ entered }) => `${entered} is not an area`,
    next: ({ meant, known }) =>
      meant === undefined ? `Give some of these areas: ${known.join(', ')}.` : `Did you mean ${meant}?`,
    example: { entered: 'agents', meant: 'agent-management', known: [] },
  }),
  'address-with-credentials': defineError({
    failed: ({ option }) => option,
    found: 'the address contains credentials',
    next: 'Remove them; Assay reads credentials from environment variables.',
    example: { option: '--base-url' },
  }),
  'base-url-with-query': defineError({
    failed: '--base-url',
    found: 'the address has a query or a fragment',
    next: ({ address }) => `Write ${address}.`,
    example: { address: 'https://host/2025-10-13' },
  }),
} as const
