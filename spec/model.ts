/** The shapes of the contract as data. What fills them is generated from the YAML beside this file. */

/** MUST: everything the contract states as fact. SHOULD: "typically", "recommended", or a reading left open. */
export type Level = 'MUST' | 'SHOULD'

/** Credentials an operation is called with (contract: Authentication). */
export type Credentials = 'PLATFORM' | 'AGENT' | 'NONE'

export interface Area {
  readonly id: string
  readonly title: string
}

/** What a deployment may not offer although it claims the area (`notOffered` of its file). */
export interface Capability<Id extends string = string, RequirementOf extends string = string> {
  readonly id: Id
  readonly title: string
  /** Requirements that need it as a whole. */
  readonly requirements: readonly RequirementOf[]
  /** Requirements of which only some checks need it. */
  readonly partly: readonly RequirementOf[]
}

/** One testable statement of the contract. */
export interface Requirement<
  Id extends string = string,
  Op extends string = string,
  State extends string = string,
  Binding extends string = string,
> {
  readonly id: Id
  readonly area: string
  /** Judged only where this area is claimed as well. */
  readonly within?: string
  readonly level: Level
  readonly title: string
  /** Section and row of the contract document. */
  readonly source: string
  readonly operations: readonly Op[]
  /** Judged where the deployment offers at least one of these; each check names the one it needs. */
  readonly anyOf?: readonly Op[]
  /** Bindings that it needs and that the contract does not show. */
  readonly assumes: readonly Binding[]
  readonly states: readonly State[]
  /** Operations that must be bound to different addresses: at a shared one either's credentials are right. */
  readonly separate?: readonly Op[]
  /** Interpretations that pass where the contract leaves room. */
  readonly accepts?: string
  /** false: the contract leaves it open; never checked, verdict `not-specified`. */
  readonly specified: boolean
  /** What it is about need not be in any response: a run that never saw it has nothing to judge. */
  readonly optional?: true
  /** The edition from which on it is a MUST, where the one that is judged by does not have it as one. */
  readonly enters?: number
  /** true: a MUST that an upheld challenge made a SHOULD. */
  readonly upheld?: true
}

/** A set of requirements that does not change any more, each with its level. */
export interface Edition {
  /** 1, 2, 3 and so on. */
  readonly edition: number
  /** YYYY-MM-DD */
  readonly frozen: string
  readonly MUST: readonly string[]
  readonly SHOULD: readonly string[]
}

/** What an implementation can claim, as an edition froze it. */
export interface Profile {
  readonly id: string
  readonly title: string
  /** Every MUST that it takes. */
  readonly requirements: readonly string[]
}

/** An objection to how a requirement is judged (`spec/challenges.yaml`). */
export interface Challenge {
  readonly requirement: string
  readonly state: 'open' | 'upheld' | 'rejected'
  /** YYYY-MM-DD */
  readonly opened: string
  readonly decided?: string
  /** Why a conforming deployment fails. */
  readonly claim: string
  /** Why it was decided so. */
  readonly reason?: string
}

/** Why the requirements of a flow matter, and where to look when one is broken. */
export interface Explanation {
  /** What the letters stand for that the ids of the flow begin with. */
  readonly flow: string
  readonly why: string
  readonly fix: string
}

/** One table row, list item or sentence of the contract: a row of the checklist. */
export interface Rule<Id extends string = string> {
  readonly section: string
  /** Row, list item or sentence within its section. */
  readonly place: string
  /** What it says, in our own words. */
  readonly rule: string
  /** What judges it, or says that it is left open. */
  readonly requirements: readonly Id[]
  /** Why there is nothing to judge, where there are no requirements. */
  readonly nothing?: string
  /** Where the OpenAPI document lists the values that it closes: a schema or an operation, then property names. */
  readonly at?: string
}

export interface StateTransition {
  /** Default: creation. `*`: any state. */
  readonly from?: string
  readonly to: string
  readonly trigger: string
}

/** A table of states and transitions (contract: States and transitions). */
export interface StateTable<AreaOf extends string = string> {
  readonly name: string
  readonly area: AreaOf
  /** Prefix of the ids of the resource (Conventions, identifiers). */
  readonly resource: string
  /** Where a representation has its state; for cards and stablecoins a default that the contract does not show. */
  readonly property: string
  readonly states: readonly string[]
  readonly transitions: readonly StateTransition[]
}

/** An operation of the contract and how it is reached unless a deployment file says otherwise. */
export interface OperationBinding {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly credentials: Credentials
  /** true: the contract shows method and path. false: the default is ours. */
  readonly shown: boolean
  /** true: sending it twice may move money twice. Such a request is never repeated silently. */
  readonly movesMoney: boolean
  /** Shape of the operation's error bodies; `EITHER` where the contract does not show it. */
  readonly errors: 'PLATFORM' | 'AGENT_LIST' | 'EITHER'
  /** true: called only to arrange provider states that a deployment does not serve; never judged. */
  readonly onlyArranges?: true
}

/** One thing found wrong with a response, at a place in it. */
export interface Finding {
  /** The rule of the `conventions` area that it breaks. */
  readonly requirement: string
  /** Place in the body as a JSON pointer, or `header content-type`, or `status`. */
  readonly at: string
  readonly message: string
}
