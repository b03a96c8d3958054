import type { Requirement } from '../spec/model.ts'
import { commandOnly, type Commands } from './commands.ts'
import type { FixIn } from './conformance.ts'

type Subject = Pick<Requirement, 'id' | 'source' | 'assumes'>

const STEPS: Readonly<Record<FixIn, (subject: Subject, again: string) => string>> = {
  implementation: ({ source, assumes }, again) =>
    assumes.length === 0
      ? `Compare the exchanges with the contract (${source}), correct the implementation and ${again}.`
      : `Compare the exchanges with the contract (${source}). It assumes defaults for ${assumes.join(', ')}: if the deployment differs, set them in the deployment file; otherwise correct the implementation; then ${again}.`,
  'deployment-file': (_, again) => `Correct the deployment file as the reason says and ${again}.`,
  environment: (_, again) => `Fix the problem in the environment and ${again}.`,
  harness: () => 'Report this bug in Assay, with the report. It says nothing about the deployment.',
}

/**
 * The next step for the person where the check named none, by where to fix it.
 *
 * @param commands undefined: no command is known that judges the same deployment
 */
export const nextStep = (subject: Subject, fixIn: FixIn, commands: Commands | undefined): string =>
  STEPS[fixIn](subject, commands ? `run \`${commandOnly(commands, [subject.id])}\`` : 'judge it again')
