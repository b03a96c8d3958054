/** `.env.example`: the environment variables of the deployment files in a folder. */
import type { Entries } from './entries.ts'

export const STATES_TOKEN = 'STATES_TOKEN'

const HEADER =
  '# Copy to .env beside the deployment file, or in the folder you run assay from, and fill in. Keep .env out of version control.\n'

/** The environment variables of a deployment file. */
export function variablesOf({ name, baseUrl, statesUrl }: Entries): readonly string[] {
  const entered = [name, baseUrl, statesUrl].join(' ').matchAll(/\$\{(\w+)\}/g)
  return [
    ...new Set([
      ...[...entered].map(([, variable = '']) => variable),
      'PLATFORM_CLIENT_ID',
      'PLATFORM_CLIENT_SECRET',
      ...(statesUrl === undefined ? [] : [STATES_TOKEN]),
    ]),
  ]
}

/**
 * `.env.example` with added variables. Existing lines stay.
 *
 * @param present its text; undefined: the file does not exist
 */
export function withVariables(present: string | undefined, variables: readonly string[]): string {
  const known = new Set([...(present ?? '').matchAll(/^(?:export +)?(\w+) *=/gm)].map(([, name]) => name))
  const added = variables.filter((variable) => !known.has(variable)).map((variable) => `${variable}=\n`)
  const start =
    present === undefined ? HEADER : present === '' || present.endsWith('\n') ? present : `${present}\n`
  return `${start}${added.join('')}`
}
