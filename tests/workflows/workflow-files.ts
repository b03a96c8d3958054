/** The workflows and actions of the project, parsed from YAML. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const root = fileURLToPath(new URL('../..', import.meta.url))

interface Step {
  readonly name?: string
  readonly run?: string
  readonly shell?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, string>>
}

export interface WorkflowFile {
  /** Path from the root. */
  readonly file: string
  readonly text: string
  readonly steps: readonly Step[]
}

interface Content {
  readonly jobs?: Readonly<Record<string, { readonly steps?: readonly Step[] }>>
  readonly runs?: { readonly steps?: readonly Step[] }
}

export const workflowFiles: readonly WorkflowFile[] = globSync(
  ['.github/workflows/*.yml', '.github/actions/*/action.yml'],
  { cwd: root },
)
  .sort()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const { jobs = {}, runs } = parse(text) as Content
    return {
      file,
      text,
      steps: [...Object.values(jobs).flatMap(({ steps = [] }) => steps), ...(runs?.steps ?? [])],
    }
  })
