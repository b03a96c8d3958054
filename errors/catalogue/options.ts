/** Options that a command cannot use. */
import { allOf, defineError, oneOf, quoted } from '../define-error.ts'

export const optionErrors = {
  'command-line-invalid': defineError({
    failed: ({ command }) => command,
    found: ({ problem }) => problem,
    next: ({ command, lists }) => `Run npx ${command} --help for ${lists}.`,
    example: {
      command: 'assay run',
      problem: "unknown option '--dryrun' (Did you mean --dry-run?)",
      lists: 'its arguments and options',
    },
  }),
  'options-conflict': defineError({
    failed: ({ option }) => option,
    found: ({ other }) => `it cannot be combined with ${other}`,
    next: ({ option, other }) => `Remove ${option}, or remove ${other}.`,
    example: { option: '--quiet', other: '--verbose' },
  }),
  'option-for-one-deployment': defineError({
    failed: ({ option }) => option,
    found: 'it is not available with --deployments',
    next: ({ option }) => `Remove ${option}, or name one deployment in place of --deployments.`,
    example: { option: '--dry-run' },
  }),
  'number-invalid': defineError<{
    readonly option: string
    readonly value: string
    readonly unit: string
    readonly from: number
    readonly to?: number
    readonly example: string
  }>({
    failed: ({ option }) => option,
    found: ({ value, unit }) => `${quoted(value)} is not a valid number of ${unit}`,
    next: ({ option, from, to, example }) =>
      `Give ${to === undefined ? `${from} or more` : `a number from ${from} to ${to}`}, for example ${option} ${example}.`,
    example: { option: '--deadline', value: 'soon', unit: 'minutes', from: 1, to: 10_080, example: '90' },
  }),
  'seed-invalid': defineError({
    failed: 'assay explore: --seed',
    found: ({ seed, max }) => `${quoted(seed)} is not an integer from 0 to ${max}`,
    next: 'Give such an integer, or omit --seed for a random seed.',
    example: { seed: 'abc', max: 2 ** 32 - 1 },
  }),
  'date-invalid': defineError({
    failed: ({ option }) => option,
    found: ({ value }) => `${quoted(value)} is not a date`,
    next: 'Write the date as YYYY-MM-DD.',
    example: { option: '--expires', value: 'tomorrow' },
  }),
  'format-unknown': defineError({
    failed: '--format',
    found: ({ format }) => `there is no format ${quoted(format)}`,
    next: ({ formats }) => `Give ${oneOf(formats)}.`,
    example: { format: 'xml', formats: ['text', 'agent'] as readonly string[] },
  }),
  'edition-unknown': defineError({
    failed: '--edition',
    found: ({ edition }) => `there is no edition ${quoted(edition)}`,
    next: ({ known }) => `Give an existing edition: ${allOf(known)}.`,
    example: { edition: '9', known: ['1 (frozen on 2026-11-22)'] as readonly string[] },
  }),
  'selection-unknown': defineError<{
    readonly option: string
    readonly word: string
    readonly meant: string | undefined
  }>({
    failed: ({ option }) => option,
    found: ({ word }) => `${word} is neither an area nor a requirement`,
    next: ({ meant }) =>
      `${meant === undefined ? '' : `Did you mean ${meant}? `}\`npx assay list\` shows all areas and requirements.`,
    example: { option: '--only', word: 'QOU-20', meant: 'QUO-20' },
  }),
  'allow-blocked-unknown': defineError<{ readonly word: string; readonly meant: string | undefined }>({
    failed: '--allow-blocked',
    found: ({ word }) => `${word} is neither an area, a requirement nor a capability`,
    next: ({ meant }) =>
      `${meant === undefined ? '' : `Did you mean ${meant}? `}\`npx assay list\` shows areas and requirements, and \`npx assay list --capabilities\` shows capabilities.`,
    example: { word: 'wallets.bitcon', meant: 'wallets.bitcoin' },
  }),
  'selection-empty': defineError({
    failed: '--skip',
    found: 'it leaves no requirement to judge',
    next: 'Skip less, or select more with --only.',
    example: {},
  }),
  'allow-blocked-empty': defineError({
    failed: '--allow-blocked',
    found: 'the list is empty',
    next: 'Name requirements, areas or capabilities, or all.',
    example: {},
  }),
  'requirement-unknown': defineError({
    failed: 'explain',
    found: ({ id }) => `there is no requirement and no error code ${quoted(id)}`,
    next: ({ meant }) =>
      `${meant.length > 0 ? `Did you mean ${oneOf(meant)}? ` : ''}\`npx assay list\` shows all requirements.`,
    example: { id: 'QOU-20', meant: ['QUO-20'] as readonly string[] },
  }),
  'port-invalid': defineError({
    failed: ({ option }) => option,
    found: ({ port }) => `${quoted(port)} is not a port`,
    next: 'Give a number from 0 to 65535; 0 takes any free port.',
    example: { option: '--port', port: '99999' },
  }),
  'port-unusable': defineError({
    failed: ({ option }) => option,
    found: ({ address, code }) => `the command cannot listen on ${address} (${code})`,
    next: ({ option }) => `Set another ${option}, or omit it for a free port.`,
    example: { option: '--port', address: 'port 8080', code: 'EADDRINUSE' },
  }),
  'webhook-options-incomplete': defineError({
    failed: ({ missing }) => missing,
    found: ({ given }) => `it is missing, and ${given} is set`,
    next: 'Set both --webhook-url (a public URL) and --webhook-port (the local port that it forwards to), or neither if the deployment runs on this machine.',
    example: { given: '--webhook-url', missing: '--webhook-port' },
  }),
  'webhook-url-invalid': defineError({
    failed: '--webhook-url',
    found: ({ url }) => `${quoted(url)} is not an http or https URL`,
    next: 'Set the public URL that forwards to this machine, for example https://host/webhooks.',
    example: { url: 'localhost:8080' },
  }),
  'webhook-url-parts': defineError({
    failed: '--webhook-url',
    found: 'it has a user name, a password, a query or a fragment, which the report would show',
    next: 'Set a URL of scheme, host and path only, for example https://host/webhooks.',
    example: {},
  }),
  'webhook-port-invalid': defineError({
    failed: '--webhook-port',
    found: ({ port }) => `${quoted(port)} is not a port`,
    next: 'Give the local port that --webhook-url forwards to, from 1 to 65535.',
    example: { port: '0' },
  }),
  'webhook-port-shared': defineError({
    failed: '--webhook-port',
    found: 'parallel runs cannot listen on the same port',
    next: 'Give --parallel 1.',
    example: {},
  }),
  'random-seed-required': defineError({
    failed: ({ command }) => command,
    found: ({ variable }) => `${variable} is set, which makes the run predictable`,
    next: ({ variable }) => `Run unset ${variable}, and remove ${variable} from .env.`,
    example: { command: 'certify', variable: 'ASSAY_SEED' },
  }),
  'self-test-not-included': defineError({
    failed: 'self-test',
    found: 'the package does not include the faults',
    next: 'Run the command in a checkout of the sources.',
    example: {},
  }),
  'self-test-only-everything': defineError({
    failed: '--only',
    found: 'the self-test judges everything with --mutants, --all and --record',
    next: 'Remove that option, or --only.',
    example: {},
  }),
  'self-test-id-unknown': defineError({
    failed: 'self-test',
    found: ({ what, prefixes }) => `no ${what} has an id that begins with ${oneOf(prefixes)}`,
    next: ({ what }) => `Omit the argument: the self-test judges every ${what} and prints its id.`,
    example: { what: 'fault', prefixes: ['qoute'] as readonly string[] },
  }),
  'self-test-only-no-must': defineError({
    failed: '--only',
    found: ({ names }) =>
      `${allOf(names)} ${names.length === 1 ? 'contains' : 'contain'} no MUST requirement that is judged`,
    next: '`npx assay list` shows areas, ids and levels.',
    example: { names: ['APR-06'] as readonly string[] },
  }),
  'self-test-only-no-variant': defineError({
    failed: '--only',
    found: ({ names }) => `${allOf(names)} ${names.length === 1 ? 'is' : 'are'} not judged on variants`,
    next: 'Omit --variants: the error catalogue is judged on faults and shells only.',
    example: { names: ['ERR-01'] as readonly string[] },
  }),
  'self-test-sample-invalid': defineError({
    failed: '--sample',
    found: ({ sample }) => `${quoted(sample)} is not an integer from 1`,
    next: 'Give such an integer: --sample 8 judges one mutant in eight.',
    example: { sample: '0' },
  }),
} as const
