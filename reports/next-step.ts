import type { Requirement } from '../spec/model.ts'
import type { Blame } from './conformance.ts'

type Subject = Pick<Requirement, 'id' | 'source' | 'restsOn'>

const STEPS: Readonly<Record<Blame, (subject: Subject, again: string) => string>> = {
  implementation: ({ source, restsOn }, again) =>
    restsOn.length === 0
      ? `Compare the exchanges with the contract (${source}), correct the implementation and ${again}.`
      : `Compare the exchanges with the contract (${source}). It rests on defaults for ${restsOn.join(', ')}: where the deployment differs there, say so in the deployment file; otherwise correct the implementation; then ${again}.`,
  'deployment-file': (_, again) => `Correct the deployment file as the reason says and ${again}.`,
  environment: (_, again) => `Remove what stood in the way and ${again}.`,
  harness: () =>
    'Report this to the makers of the harness with the report attached; it says nothing about the deployment.',
}

/** The next step for the person where the check named none, by whose turn it is. */
export const nextStep = (subject: Subject, blame: Blame): string =>
  STEPS[blame](subject, `run \`assay run --only ${subject.id}\``)
