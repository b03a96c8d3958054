/** How much of the contract is judged: its rules, from the checklist, and the requirements on them, area by area. */
import type { Area, Requirement, Rule } from '../spec/index.ts'

export interface RuleCoverage {
  /** Rules of the contract that one of the requirements judges or leaves open. */
  readonly rules: number
  /** Requirements that are judged, those of level SHOULD among them. */
  readonly judged: number
  readonly should: number
  /** Requirements for points that the contract leaves open. */
  readonly open: number
}

export interface AreaCoverage extends RuleCoverage {
  readonly area: string
  readonly title: string
}

export interface ContractCoverage {
  readonly areas: readonly AreaCoverage[]
  readonly totals: RuleCoverage & {
    /** Of the rules: judged by a requirement, only left open by one, and with nothing to judge. */
    readonly rulesJudged: number
    readonly rulesOpen: number
    readonly rulesWithNothing: number
  }
}

/** The coverage of the areas that have any of the requirements. A rule counts in each area that has to do with it. */
export function contractCoverage(
  areas: readonly Area[],
  requirements: readonly Requirement[],
  checklist: readonly Rule[],
): ContractCoverage {
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const rules = checklist.map((rule) => ({
    ...rule,
    covering: rule.requirements.flatMap((id) => byId.get(id) ?? []),
  }))
  const covered = rules.filter(({ covering }) => covering.length > 0)
  const rulesJudged = covered.filter(({ covering }) => covering.some(({ specified }) => specified)).length
  const rulesWithNothing = rules.filter(({ nothing }) => nothing !== undefined).length

  return {
    areas: areas
      .map(({ id, title }) => ({
        area: id,
        title,
        ...counted(
          covered.filter(({ covering }) => covering.some(({ area }) => area === id)),
          requirements.filter(({ area }) => area === id),
        ),
      }))
      .filter(({ judged, open }) => judged + open > 0),
    totals: {
      ...counted(covered, requirements),
      rulesJudged,
      rulesOpen: covered.length - rulesJudged,
      rulesWithNothing,
    },
  }
}

function counted(rules: readonly Rule[], requirements: readonly Requirement[]): RuleCoverage {
  const judged = requirements.filter(({ specified }) => specified)
  return {
    rules: rules.length,
    judged: judged.length,
    should: judged.filter(({ level }) => level === 'SHOULD').length,
    open: requirements.length - judged.length,
  }
}
