/** JSON Schema of a baseline file. Which ids there are is not part of it: a baseline outlives a catalogue. */
import { list, object, text, type TypeOf } from '../../spec/json-schema.ts'

export const baselineEntrySchema = object(
  {
    id: text({ pattern: '^[A-Z]{3}-\\d{2,3}$', description: 'Of a requirement, such as QUO-20.' }),
    reason: text({ minLength: 1, description: 'Why the failure is accepted.' }),
    expires: text({
      format: 'date',
      description: 'The last day on which the failure is accepted, as YYYY-MM-DD, UTC.',
    }),
  },
  {
    issue: text({ minLength: 1, description: 'Link to the issue.' }),
    owner: text({ minLength: 1, description: 'Who sees to it.' }),
  },
  { additionalProperties: false },
)

export const baselineFileSchema = object(
  {},
  {
    $schema: text(),
    failing: list(baselineEntrySchema, { description: 'Requirements that fail every time.' }),
    flaky: list(baselineEntrySchema, { description: 'Requirements that fail intermittently.' }),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Assay baseline of known failures',
    additionalProperties: false,
  },
)

export type BaselineFile = TypeOf<typeof baselineFileSchema>
