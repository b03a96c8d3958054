import type { Conformance, Verdict } from '../reports/conformance.ts'

/** A requirement whose verdict the replay does not reproduce. */
export interface Difference {
  readonly id: string
  /** undefined: the certificate does not have the requirement. */
  readonly certified: Verdict | undefined
  /** undefined: these suites do not have it. */
  readonly again: Verdict | undefined
  /** Reason of the new verdict. */
  readonly reason?: string
}

/** Requirements with different verdicts in two judgements of one recording, in the order of the certificate. */
export function compareVerdicts(certified: Conformance, again: Conformance): readonly Difference[] {
  const before = byId(certified)
  const after = byId(again)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const was = before.get(id)
    const is = after.get(id)
    return was?.verdict === is?.verdict
      ? []
      : [
          {
            id,
            certified: was?.verdict,
            again: is?.verdict,
            ...(is?.reason === undefined ? {} : { reason: is.reason }),
          },
        ]
  })
}

const byId = ({ requirements }: Conformance) =>
  new Map(requirements.map((requirement) => [requirement.id, requirement]))
