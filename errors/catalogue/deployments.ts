/** Which deployment a command is for. */
import { allOf, defineError, quoted } from '../define-error.ts'

const PATHS_DIFFER = 'or --deployment FILE if its paths or names differ from the defaults'

export const deploymentErrors = {
  'deployments-named-twice': defineError({
    failed: 'Choosing the deployment',
    found: ({ named }) => `several are named: ${allOf(named)}`,
    next: 'Name one. To judge several: npx assay run --deployments FILE…',
    example: { named: ['staging.yaml', '--reference'] as readonly string[] },
  }),
  'deployment-not-named': defineError({
    failed: 'Choosing the deployment',
    found: ({ files }) => `this folder has ${allOf(files)}, and the command names no file`,
    next: ({ named }) => `Name one: npx assay ${named}`,
    example: { files: ['deployment.yaml', 'deployment.json'] as readonly string[], named: 'run FILE' },
  }),
  'deployment-missing': defineError({
    failed: 'Choosing the deployment',
    found: 'the command names no file, and this folder has no deployment.yaml',
    next: ({ command, named }) =>
      `For your API: npx assay ${named} (npx assay init writes one). For the reference server: npx assay ${command} --reference`,
    example: { command: 'run', named: 'run FILE' },
  }),
  'deployments-not-found': defineError({
    failed: '--deployments',
    found: ({ pattern }) => `no file matches ${pattern}`,
    next: ({ folder }) => `Give paths or patterns such as 'deployments/*.yaml', relative to ${folder}.`,
    example: { pattern: 'staging/*.yaml', folder: '/work' },
  }),
  'deployments-share-a-name': defineError({
    failed: '--deployments',
    found: ({ one, other, folder }) => `${one} and ${other} would both write their report to ${folder}`,
    next: 'Give each deployment a unique name: the key name in its file.',
    example: { one: 'eu.yaml', other: 'us.yaml', folder: 'out/staging' },
  }),
  'address-invalid': defineError({
    failed: ({ option }) => option,
    found: ({ address }) => `${quoted(address)} is not an http or https address`,
    next: ({ option }) => `Give an address such as ${option} https://host/path.`,
    example: { option: '--base-url', address: 'localhost:8080' },
  }),
  'base-url-missing': defineError({
    failed: 'judge',
    found: 'neither --base-url nor --deployment is set, so no exchange matches an operation',
    next: `Set --base-url https://host/path/2025-10-13, ${PATHS_DIFFER}.`,
    example: {},
  }),
  'forwarding-target-missing': defineError({
    failed: 'proxy',
    found: '--to, --deployment and --base-url are all missing, so there is no server to forward to',
    next: `Set --to https://host/path/2025-10-13, ${PATHS_DIFFER}.`,
    example: {},
  }),
  'write-needs-a-file': defineError({
    failed: 'doctor --write',
    found: 'the reference server has no deployment file to change',
    next: 'Name the file of a deployment: npx assay doctor --deployment FILE --write',
    example: {},
  }),
  'write-to-a-module': defineError({
    failed: 'doctor --write',
    found: ({ file }) => `${file} is a module; only YAML and JSON can be changed`,
    next: 'Remove --write, and copy the lines of the report into the file.',
    example: { file: 'deployment.ts' },
  }),
  'findings-not-written': defineError({
    failed: ({ file }) => `Writing the findings to ${file}`,
    found: ({ reason }) => reason,
    next: 'Remove --write, and copy the lines of the report into the file.',
    example: {
      file: 'deployment.yaml',
      reason: 'the value of limits is a YAML alias (*name), which Assay does not change',
    },
  }),
} as const
