/** The keys of the YAML files of a contract, apart from the OpenAPI document, and the types that follow. */
import {
  constant,
  either,
  flag,
  integer,
  list,
  object,
  oneOf,
  record,
  text,
  type Schema,
  type TypeOf,
} from '../json-schema.ts'

const CLOSED = { additionalProperties: false }

const filled = text({ minLength: 1 })
const filledList = list(filled)

export const areasSchema = list(object({ id: filled, title: filled }, {}, CLOSED))

export const requirementsSchema = list(
  object(
    {
      id: text({
        pattern: '^[A-Z]{3}-\\d{2,3}$',
        description: 'an id is three capitals, a dash and a number',
      }),
      title: filled,
      source: filled,
    },
    {
      level: oneOf(['MUST', 'SHOULD']),
      operations: filledList,
      anyOf: filledList,
      assumes: filledList,
      states: filledList,
      separate: filledList,
      accepts: filled,
      limits: filled,

      within: filled,
      specified: flag(),
      optional: constant(true),
    },
    CLOSED,
  ),
)
export type RequirementSource = TypeOf<typeof requirementsSchema>[number]

export const capabilitiesSchema = list(
  object(
    {
      id: text({
        pattern: '^[a-z-]+(\\.[a-z-]+)?$',
        description: 'an id is words, with one dot at most',
      }),
      title: filled,
      requirements: filledList,
    },
    { partly: filledList },
    CLOSED,
  ),
)

const stateField = object({ type: filled }, { optional: flag(), secret: flag(), meaning: filled }, CLOSED)
export type StateField = TypeOf<typeof stateField>

/** By the name of the provider state. */
export const statesSchema = record(
  object(
    { meaning: filled },
    {
      // Further information for implementers of the state.
      notes: filledList,
      // true: reads only, and changes nothing.
      question: flag(),
      // Checks only read its values, so several may share them (`given` of a deployment file).
      reusable: flag(),
      params: record(stateField),
      values: record(stateField),
    },
    CLOSED,
  ),
)
export type StateSources = TypeOf<typeof statesSchema>
export type StateSource = StateSources[string]

/** Codes by status. */
export const errorsSchema = record(
  record(object({ id: filled, meaning: filled }, { within: filled, source: filled }, CLOSED)),
)
export type ErrorSources = TypeOf<typeof errorsSchema>

export const checklistSchema = list(
  object(
    {
      section: filled,
      rows: list(object({ place: filled, rule: filled }, { nothing: filled, at: filled }, CLOSED)),
    },
    {},
    CLOSED,
  ),
)
export type Section = TypeOf<typeof checklistSchema>[number]

export const stateTablesSchema = list(
  object(
    {
      name: filled,
      area: filled,
      resource: filled,
      property: filled,
      // A schema of the OpenAPI document that lists the states, or the list.
      states: either(filled, filledList),
      transitions: list(object({ to: filled, trigger: filled }, { from: filled }, CLOSED)),
    },
    {},
    CLOSED,
  ),
)
export type StateTableSource = TypeOf<typeof stateTablesSchema>[number]

export const editionSchema = object(
  {
    edition: integer({ minimum: 1 }),
    frozen: text({ format: 'date', description: 'a date is YYYY-MM-DD' }),
    MUST: filledList,
    SHOULD: filledList,
  },
  {},
  CLOSED,
)

const explanation = object({ flow: filled, why: filled, fix: filled }, {}, CLOSED)

/** By the letters that the ids of a flow begin with. */
export const explanationsSchema: Schema<Readonly<Record<string, TypeOf<typeof explanation>>>> =
  record(explanation)
