/** All information on a requirement besides the results of a run. */
import { explanationOf } from '../../spec/explanations.ts'
import {
  CONVENTIONS,
  defaultContract,
  isIn,
  type Challenge,
  type Contract,
  type Explanation,
  type Requirement,
  type Rule,
} from '../../spec/index.ts'

export interface Explained {
  readonly id: string
  readonly title: string
  readonly level: Requirement['level']
  /** The edition from which on it is a MUST; undefined: it is one, or will not be. */
  readonly enters?: number
  readonly area: { readonly id: string; readonly title: string }
  /** Section and row of the contract. */
  readonly source: string
  /** false: the contract leaves it open, and nothing judges it. */
  readonly specified: boolean
  readonly operations: readonly string[]
  readonly assumes: readonly string[]
  readonly states: readonly string[]
  readonly accepts?: string
  readonly limits?: string
  /** Editions that have it. */
  readonly editions: readonly number[]
  /** Objections to it; an upheld one makes a violation a warning. */
  readonly challenges: readonly Challenge[]
  /** Rules of the contract that it judges, in our own words. */
  readonly rules: readonly Pick<Rule, 'section' | 'place' | 'rule'>[]
  readonly flow: string
  readonly why: string
  /** Titles of the checks that judge it. */
  readonly checks: readonly string[]
  /** Whether every response is judged by it. */
  readonly inEveryResponse: boolean
  /** Faults that it catches: typical mistakes. */
  readonly faults: readonly { readonly id: string; readonly title: string }[]
  readonly fix: string
}

export interface KnownFault {
  readonly id: string
  readonly title: string
  readonly breaks: readonly string[]
}

export interface KnownCheck {
  readonly key: string
  readonly title: string
  readonly requirements: readonly string[]
}

/** Collects the information on a requirement, with its level in an edition. Faults that violate it alone come first, since they explain it best. */
export function explained(
  requirement: Requirement,
  known: {
    /** Default: the version that Assay was made for. */
    readonly contract?: Contract
    /** Of the flow of the requirement; default: that of the default version. */
    readonly explanation?: Explanation | undefined
    readonly rules: readonly Rule[]
    readonly checks: readonly KnownCheck[]
    readonly faults: readonly KnownFault[]
  },
): Explained {
  const { id, title, level, enters, area, source, specified, operations, assumes, states, accepts, limits } =
    requirement
  const { explanation = explanationOf(id), contract = defaultContract } = known
  const { areas, challenges, editions } = contract.catalogue
  if (!explanation) throw new Error(`explanations.yaml has no text for ${id}`)
  return {
    id,
    title,
    level,
    ...(enters === undefined ? {} : { enters }),
    area: { id: area, title: areas.find((each) => each.id === area)?.title ?? area },
    source,
    specified,
    operations,
    assumes,
    states,
    ...(accepts === undefined ? {} : { accepts }),
    ...(limits === undefined ? {} : { limits }),
    editions: editions.filter((edition) => isIn(edition, id)).map(({ edition }) => edition),
    challenges: challenges.filter((challenge) => challenge.requirement === id),
    rules: known.rules
      .filter(({ requirements }) => requirements.includes(id))
      .map(({ section, place, rule }) => ({ section, place, rule })),
    ...explanation,
    checks: known.checks.filter(({ requirements }) => requirements.includes(id)).map((check) => check.title),
    inEveryResponse: area === CONVENTIONS,
    faults: known.faults
      .filter(({ breaks }) => breaks.includes(id))
      .sort((a, b) => a.breaks.length - b.breaks.length)
      .map((fault) => ({ id: fault.id, title: fault.title })),
  }
}
