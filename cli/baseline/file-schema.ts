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
        reason: { ...text, description: 'Why it is known to be broken, and let through.' },
        expires: {
          type: 'string',
          format: 'date',
          description: 'The last day on which it does not count, as YYYY-MM-DD, UTC.',
        },
        issue: { ...text, description: 'Where it is worked on.' },
        owner: { ...text, description: 'Who sees to it.' },
      },
    },
  }) as const

export const baselineFileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Baseline of known failures of Assay',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    failing: entries('Requirements that fail every time.'),
    flaky: entries('Requirements that fail now and then.'),
  },
} as const
