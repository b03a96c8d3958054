import type { Challenge, Requirement } from '../model.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const STATES: readonly string[] = ['open', 'upheld', 'rejected'] satisfies readonly Challenge['state'][]

/**
 * Reads the challenges.
 *
 * @throws Error for an entry that is incomplete, or of a requirement that there is none of
 */
export function readChallenges(source: unknown, requirements: readonly Requirement[]): readonly Challenge[] {
  const judged = new Set(requirements.filter(({ specified }) => specified).map(({ id }) => id))
  return (source as readonly Challenge[]).map((challenge, index) => {
    const { requirement, state, opened, decided, claim, reason } = challenge
    const isText = (text: unknown) => typeof text === 'string' && text.trim() !== ''
    const isDecided = state !== 'open'
    const conditions: readonly (readonly [boolean, string])[] = [
      [judged.has(requirement), `${requirement} is not a judged requirement`],
      [STATES.includes(state), 'state must be open, upheld or rejected'],
      [DAY.test(opened), 'opened must be a date'],
      [isText(claim), 'claim is missing'],
      [
        isDecided === (decided !== undefined && DAY.test(decided)),
        'decided must be a date if the challenge is decided, and missing otherwise',
      ],
      [
        isDecided === isText(reason),
        'reason must be a text if the challenge is decided, and missing otherwise',
      ],
    ]
    const broken = conditions.find(([holds]) => !holds)
    if (broken) throw new Error(`challenges.yaml, entry ${index + 1}: ${broken[1]}`)
    return challenge
  })
}
