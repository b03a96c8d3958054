/**
 * Problems of a deployment file. A file may have several, which are reported together with their places. So the texts
 * are beside their causes in `fixtures/config/`, and this catalogue has an example of each code.
 */
import { defineError } from '../define-error.ts'

const problem = (place: string, found: string, next: string) =>
  defineError({ failed: `Reading the deployment file deployment.yaml${place}`, found, next, example: {} })

export const deploymentFileErrors = {
  'file-missing': problem(
    '',
    'no such file',
    'Check the path given to --deployment; `npx assay init` writes one.',
  ),
  'file-unreadable': problem('', 'it cannot be read (EACCES)', 'Give a readable file.'),
  'file-unparsable': problem(
    ', line 7, column 3',
    'it is neither YAML nor JSON: Nested mappings are not allowed in compact mappings',
    'Correct that place.',
  ),
  'key-unknown': problem(
    ', line 9, column 1',
    '`operation` is not a key of a deployment file',
    'Did you mean operations?',
  ),
  'key-missing': problem('', 'baseUrl is missing', 'Add it: baseUrl: https://host/2025-10-13'),
  'value-invalid': problem(
    ', line 12, column 10',
    'areas[0] has the value "agents", which is invalid',
    'Did you mean agent-management?',
  ),
  'variable-unset': problem(
    ', line 4, column 17',
    'credentials.clientSecret takes its value from the variable PLATFORM_CLIENT_SECRET, which is not set',
    'Set it: export PLATFORM_CLIENT_SECRET=…, or write PLATFORM_CLIENT_SECRET=… into .env. Looked in the environment and .env (no such file).',
  ),
  'base-url-without-version': problem(
    ', line 2, column 10',
    'baseUrl is https://host/api, which does not end with the version segment',
    'Write https://host/api/2025-10-13.',
  ),
} as const
