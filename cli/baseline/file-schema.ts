/** JSON Schema of a baseline file. Which ids there are is not part of it: a baseline outlives a catalogue. */
const text = { type: 'string', minLength: 1 } as const

const entries = (description: string) =>
  ({
    type: 'array',
    description,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'reason', 'expires'],
      properties: {
        id: {
          type: 'string',
          pattern: '^[A-Z]{3}-\\d{2,3}$',
          description: 'Of a requirement, such as QUO-20.',
        },
        reason: { ...text, description: 'Why the failure is accepted.' },
        expires: {
          type: 'string',
          format: 'date',
          description: 'The last day on which the failure is accepted, as YYYY-MM-DD, UTC.',
        },
        issue: { ...text, description: 'Link to the issue.' },
        owner: { ...text, description: 'Who sees to it.' },
      },
    },
  }) as const

export const baselineFileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Assay baseline of known failures',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    failing: entries('Requirements that fail every time.'),
    flaky: entries('Requirements that fail intermittently.'),
  },
} as const
