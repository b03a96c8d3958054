/** The types of the contract as data. The values are generated from the YAML in this folder. */

/**
 * MUST: everything the contract states as fact. SHOULD: "typically", "recommended", or one of several interpretations.
 */
export type Level = 'MUST' | 'SHOULD'

/** Credentials an operation is called with (contract: Authentication). */
export type Credentials = 'PLATFORM' | 'AGENT' | 'NONE'

export interface Area {
  readonly id: string
  readonly title: string
}

/** A part of an area that a deployment need not offer (`notOffered` of its file). */
export interface Capability<Id extends string = string, RequirementOf extends string = string> {
  readonly id: Id
  readonly title: string
  /** Requirements that need it completely. */
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
  /** Judged only if this area is claimed as well. */
  readonly within?: string
  readonly level: Level
  readonly title: string
  /** Section and row of the contract document. */
  readonly source: string
  readonly operations: readonly Op[]
  /** Judged where the deployment offers at least one of these. */
  readonly anyOf?: readonly Op[]
  /** Bindings that it needs and the contract does not show. */
  readonly assumes: readonly Binding[]
  readonly states: readonly State[]
  /** Operations that must have different addresses: at a shared address, the credentials of either are valid. */
  readonly separate?: readonly Op[]
  /** Interpretations that pass where the contract leaves room. */
  readonly accepts?: string
  /** How it is judged, and when it is not. */
  readonly limits?: string
  /** false: the contract leaves it open; never checked, verdict `not-specified`. */
  readonly specified: boolean
  /** Its subject may be missing in all responses: a run without it has nothing to judge. */
  readonly optional?: true
  /** The first edition in which it is a MUST, if it is not one in the judged edition. */
  readonly enters?: number
  /** true: a MUST that an upheld challenge made a SHOULD. */
  readonly upheld?: true
}

/** A frozen set of requirements, each with its level. */
export interface Edition {
  /** 1, 2, 3 and so on. */
  readonly edition: number
  /** YYYY-MM-DD */
  readonly frozen: string
  readonly MUST: readonly string[]
  readonly SHOULD: readonly string[]
}

/** A profile that an implementation can claim, as an edition froze it. */
export interface Profile {
  readonly id: string
  readonly title: string
  /** Every MUST that it takes. */
  readonly requirements: readonly string[]
}

/** An objection to how a requirement is judged (`challenges.yaml`). */
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

/** Why the requirements of a flow matter, and where to look when one is violated. */
export interface Explanation {
  /** The meaning of the id prefix of the flow. */
  readonly flow: string
  readonly why: string
  readonly fix: string
}

/** One table row, list item or sentence of the contract: a row of the checklist. */
export interface Rule<Id extends string = string> {
  readonly section: string
  /** Row, list item or sentence within its section. */
  readonly place: string
  /** Its content in our own words. */
  readonly rule: string
  /** The requirements that judge it, or `open`. */
  readonly requirements: readonly Id[]
  /** The reason, if no requirement judges it. */
  readonly nothing?: string
  /** The place of its closed list of values in the OpenAPI document: a schema or an operation, then property names. */
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
  /** The field with the state; for cards and stablecoins a default that the contract does not show. */
  readonly property: string
  readonly states: readonly string[]
  readonly transitions: readonly StateTransition[]
}

/** An operation of the contract, with its default binding. */
export interface OperationBinding {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  readonly credentials: Credentials
  /** true: the contract shows method and path. false: they are defaults of Assay. */
  readonly shown: boolean
  /** true: a repeated request may move money twice, so it is never retried. */
  readonly movesMoney: boolean
  /** Shape of the operation's error bodies; `EITHER` where the contract does not show it. */
  readonly errors: 'PLATFORM' | 'AGENT_LIST' | 'EITHER'
  /**
   * true: called only to provision states that a deployment does not serve, and only if its file binds it; never judged.
   */
  readonly onlyArranges?: true
}

/** The names in the body of a request that a deployment file can change. */
export interface RequestNames<Name extends string = string> {
  /** Names of its fields. */
  readonly fields: readonly Name[]
  /** Names of values, at any depth. */
  readonly values: readonly Name[]
}

/** One violation in a response. */
export interface Finding {
  /** The violated rule of the `conventions` area. */
  readonly requirement: string
  /** Place in the body as a JSON pointer, or `header content-type`, or `status`. */
  readonly at: string
  readonly message: string
}
