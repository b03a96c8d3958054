/** Certificates after they are issued: the log, its status list, challenges, and the registry. */
import { allOf, defineError, quoted } from '../define-error.ts'

const BUNDLE = 'signed/staging'

export const registryErrors = {
  'key-set-invalid': defineError({
    failed: ({ from }) => `Reading the keys from ${from}`,
    found: 'it is neither a public key nor a key set',
    next: 'Use JSON with schemaVersion 1 and keys, each with publicKey, validFrom and validUntil.',
    example: { from: 'keys.json' },
  }),
  'challenge-not-judged': defineError({
    failed: 'challenge',
    found: ({ folder, id }) => `the run in ${folder} did not judge ${quoted(id)}`,
    next: 'Give the id of a requirement with a verdict, and the folder of a run that judged it.',
    example: { folder: 'reports/latest', id: 'QOU-20' },
  }),
  'challenge-exists': defineError({
    failed: 'challenge',
    found: ({ folder }) => `${folder} already exists`,
    next: 'Set a new folder with --out.',
    example: { folder: 'challenge' },
  }),
  'challenge-not-writable': defineError({
    failed: 'challenge',
    found: ({ folder, code }) => `the files cannot be written to ${folder} (${code})`,
    next: 'Set a writable folder with --out.',
    example: { folder: 'challenge', code: 'EACCES' },
  }),
  'log-entry-invalid': defineError({
    failed: '--log',
    found: ({ file, line }) => `line ${line} of ${file} is not an entry of a log`,
    next: 'Restore the file from your version control.',
    example: { file: 'log/entries.jsonl', line: 3 },
  }),
  'log-changed': defineError({
    failed: '--log',
    found: ({ folder, problem }) => `${folder} is not the log that was signed last with this key: ${problem}`,
    next: 'Use the key of the log, or restore the folder from your version control.',
    example: { folder: 'log', problem: 'an entry is missing' },
  }),
  'log-of-later': defineError({
    failed: '--log',
    found: ({ folder, last, at }) => `the last entry of ${folder} is of ${last}, and the clock shows ${at}`,
    next: 'Correct the clock. If the entry has a wrong time, restore the folder from your version control.',
    example: { folder: 'log', last: '2026-11-02T04:41:00.000Z', at: '2026-11-01T04:41:00.000Z' },
  }),
  'log-in-use': defineError({
    failed: '--log',
    found: ({ folder }) => `another process writes to ${folder}`,
    next: ({ lock }) => `Wait for it to end, or remove ${lock} if it was killed.`,
    example: { folder: 'log', lock: 'log/.lock' },
  }),
  'log-not-writable': defineError({
    failed: '--log',
    found: ({ folder, code }) => `${folder} cannot be written (${code})`,
    next: 'Set a writable folder.',
    example: { folder: 'log', code: 'EACCES' },
  }),
  'heartbeat-restricted': defineError({
    failed: 'heartbeat',
    found: ({ folder, only }) => `the run in ${folder} was restricted to ${allOf(only)}`,
    next: 'Give a run that judges everything.',
    example: { folder: 'reports/latest', only: ['cards'] as readonly string[] },
  }),
  'heartbeat-unusable': defineError({
    failed: 'heartbeat',
    found: ({ folder, problem }) => `the run in ${folder} ${problem}`,
    next: 'Give the latest nightly run of everything that was certified.',
    example: { folder: 'reports/latest', problem: 'is shard 1 of 2' },
  }),
  'heartbeat-of-another': defineError({
    failed: 'heartbeat',
    found: ({ run, certificate }) => `the run is of ${run}, and the certificate of ${certificate}`,
    next: 'Give a run of the certified deployment.',
    example: { run: 'https://eu.host/2025-10-13', certificate: 'https://us.host/2025-10-13' },
  }),
  'status-unreadable': defineError({
    failed: '--status',
    found: ({ source, reason }) => `${source} cannot be read (${reason})`,
    next: 'Give the path or the URL of the status list (status.json of the log).',
    example: { source: 'status.json', reason: 'ENOENT' },
  }),
  'reason-too-long': defineError({
    failed: '--reason',
    found: ({ characters, max }) => `it has ${characters} characters; 1 to ${max} are allowed`,
    next: 'Give the reason in one sentence: readers of the certificate see it.',
    example: { characters: 900, max: 500 },
  }),
  'certificate-already-revoked': defineError({
    failed: ({ command }) => command,
    found: 'the certificate is already revoked',
    next: 'No change is needed.',
    example: { command: 'revoke' },
  }),
  'certificate-not-logged': defineError({
    failed: ({ command }) => command,
    found: ({ log, folder }) => `the log in ${log} does not have the certificate of ${folder}`,
    next: 'Certify with --log, or add the bundle to a registry.',
    example: { command: 'revoke', log: 'log', folder: BUNDLE },
  }),
  'certificate-of-another-key': defineError({
    failed: ({ command }) => command,
    found: ({ file, problem }) => `${file} is not a certificate of this key: ${problem}`,
    next: 'Use the key that signed it.',
    example: { command: 'status', file: 'attestation.json', problem: 'no signature is of this key' },
  }),
  'renewal-of-another': defineError({
    failed: 'renew',
    found: ({ certificate, file }) =>
      `the certificate is of ${certificate}, and the deployment file names ${file}`,
    next: 'Use the deployment file of the certificate, or create a new certificate with assay certify.',
    example: { certificate: 'https://eu.host/2025-10-13', file: 'https://us.host/2025-10-13' },
  }),
  'registry-file-missing': defineError({
    failed: ({ command, option }) => `${command}: ${option}`,
    found: ({ path }) => `there is no ${path}`,
    next: 'Check the path.',
    example: { command: 'registry add', option: '--product', path: 'product.yaml' },
  }),
  'registry-path-unusable': defineError({
    failed: ({ command, option }) => `${command}: ${option}`,
    found: ({ path, wanted }) => `${path} is not ${wanted}`,
    next: ({ command }) => `Check the path. npx assay ${command} --help describes the option.`,
    example: { command: 'registry check', option: '--changed', path: 'registry', wanted: 'a file' },
  }),
  'registry-file-unusable': defineError({
    failed: ({ command, option }) => `${command}: ${option}`,
    found: ({ path, kind }) => `${path} is not a ${kind}`,
    next: 'Check the path.',
    example: { command: 'registry add', option: '--product', path: 'product', kind: 'file' },
  }),
  'product-invalid': defineError({
    failed: 'registry add',
    found: ({ problem }) => problem,
    next: 'Correct product.yaml; docs/registry.md describes it.',
    example: { problem: 'product.yaml has no version' },
  }),
  'submission-exists': defineError({
    failed: 'registry add',
    found: ({ folder }) => `${folder} already exists, and an accepted submission never changes`,
    next: 'Certify a new version of the product.',
    example: { folder: 'registry/2025-10-13/acme' },
  }),
  'registry-unreadable': defineError({
    failed: 'registry',
    found: ({ file, reason }) => `${file} cannot be read: ${reason}`,
    next: 'Restore the file from the main branch; `npx assay registry add` appends to it.',
    example: { file: 'index.jsonl', reason: 'Unexpected end of JSON input' },
  }),
  'submission-changed': defineError({
    failed: ({ command }) => command,
    found: ({ place }) => `${place} differs from the accepted submission`,
    next: 'Run `npx assay registry check`, and restore the submission.',
    example: { command: 'registry build', place: '2025-10-13/acme' },
  }),
  'submission-unreadable': defineError({
    failed: ({ command }) => command,
    found: ({ place }) => `${place} cannot be read`,
    next: 'Run `npx assay registry check`.',
    example: { command: 'registry build', place: '2025-10-13/acme' },
  }),
  'status-without-log-key': defineError({
    failed: 'registry build',
    found: '--status needs --log-key',
    next: 'Set --log-key to the public key of the log.',
    example: {},
  }),
  'status-list-invalid': defineError({
    failed: 'registry build',
    found: ({ problem }) => problem,
    next: 'Use the status list of the log. `npx assay registry log` signs it again.',
    example: { problem: 'the status list is not signed with this key' },
  }),
} as const
