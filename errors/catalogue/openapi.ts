/** OpenAPI documents that `assay init --openapi` cannot read. */
import { count } from '../../spec/count.ts'
import { defineError } from '../define-error.ts'

const ONLY_PAYMENTS = 'Remove what does not belong to the payments API.'

const document = ({ file }: { readonly file: string }) => `Reading the OpenAPI document ${file}`

const FILE = 'openapi.yaml'
const REFERENCE = { file: FILE, at: '/paths/~1quotes', reference: './quotes.yaml#/post' }

export const openApiErrors = {
  'openapi-missing': defineError({
    failed: document,
    found: 'there is no such file',
    next: 'Check the path that is given to --openapi.',
    example: { file: FILE },
  }),
  'openapi-unreadable': defineError({
    failed: document,
    found: ({ code }) => `it cannot be read (${code})`,
    next: 'Give a readable file.',
    example: { file: FILE, code: 'EACCES' },
  }),
  'openapi-not-a-file': defineError({
    failed: document,
    found: 'it is not a regular file',
    next: 'Give a YAML or JSON file.',
    example: { file: FILE },
  }),
  'openapi-too-large': defineError({
    failed: document,
    found: ({ bytes, max }) => `the document has at least ${bytes} bytes; Assay reads at most ${max}`,
    next: ONLY_PAYMENTS,
    example: { file: FILE, bytes: 30_000_000, max: 20_000_000 },
  }),
  'openapi-too-many-values': defineError({
    failed: document,
    found: ({ max }) => `the document has more than ${max} values`,
    next: ONLY_PAYMENTS,
    example: { file: FILE, max: 1_000_000 },
  }),
  'openapi-unparsable': defineError<{
    readonly file: string
    readonly place: { readonly line: number; readonly column: number } | undefined
    readonly code: string | undefined
  }>({
    failed: ({ file, place }) =>
      `${document({ file })}${place ? `, line ${place.line}, column ${place.column}` : ''}`,
    found: ({ code }) => `it is neither YAML nor JSON${code === undefined ? '' : ` (${code})`}`,
    next: 'Correct that place.',
    example: { file: FILE, place: { line: 7, column: 3 }, code: 'BAD_INDENT' },
  }),
  'openapi-too-deep': defineError({
    failed: document,
    found: ({ max }) => `it nests deeper than ${max} levels, or contains itself`,
    next: 'Use $ref for schemas that contain themselves.',
    example: { file: FILE, max: 120 },
  }),
  'openapi-is-swagger': defineError({
    failed: document,
    found: ({ version }) => `it is Swagger ${version}, not OpenAPI 3`,
    next: ({ file }) =>
      `Convert it: npx swagger2openapi --yaml --outfile openapi.yaml ${file}, then give openapi.yaml.`,
    example: { file: 'swagger.yaml', version: '2.0' },
  }),
  'openapi-key-missing': defineError({
    failed: document,
    found: 'it is not an OpenAPI document: it has no key openapi',
    next: 'Give a document that begins with openapi: 3.0.x or openapi: 3.1.x.',
    example: { file: FILE },
  }),
  'openapi-version-unsupported': defineError({
    failed: document,
    found: ({ version }) => `it is OpenAPI ${version}; Assay reads 3.0 and 3.1`,
    next: 'Export it as OpenAPI 3.1.',
    example: { file: FILE, version: '4.0.0' },
  }),
  'openapi-without-operations': defineError({
    failed: document,
    found: 'it has no operations under paths',
    next: 'Give the document that describes the API.',
    example: { file: FILE },
  }),
  'openapi-too-many-operations': defineError({
    failed: document,
    found: ({ operations, max }) => `it has ${count(operations, 'operation')}; Assay matches at most ${max}`,
    next: 'Give a document of the payments API only.',
    example: { file: FILE, operations: 2500, max: 2000 },
  }),
  'openapi-too-many-references': defineError({
    failed: document,
    found: ({ max }) => `its schemas refer to each other too often: more than ${max} lookups`,
    next: 'Give a document of the payments API only, with fewer combined schemas.',
    example: { file: FILE, max: 500_000 },
  }),
  'openapi-too-many-files': defineError({
    failed: document,
    found: ({ max }) => `it refers to more than ${count(max, 'file')}`,
    next: ({ file }) =>
      `Bundle it: npx @redocly/cli bundle ${file} --output bundled.yaml, then give bundled.yaml.`,
    example: { file: FILE, max: 500 },
  }),
  'openapi-reference-remote': defineError({
    failed: document,
    found: ({ at, reference }) => `${at} has the $ref ${reference}, which is a remote URL`,
    next: 'Save that file beside the document and refer to it by its path. Assay sends no request for it.',
    example: { ...REFERENCE, reference: 'https://host/schemas.yaml' },
  }),
  'openapi-reference-outside': defineError({
    failed: document,
    found: ({ at, reference }) =>
      `${at} has the $ref ${reference}, which is outside the folder of the document`,
    next: 'Move the document to the folder that holds all of its files, or bundle it into one: npx @redocly/cli bundle.',
    example: { ...REFERENCE, reference: '../schemas.yaml' },
  }),
  'openapi-reference-circular': defineError({
    failed: document,
    found: ({ at }) => `${at} has a $ref that leads back to itself`,
    next: 'Let the $ref refer to a definition.',
    example: { file: FILE, at: REFERENCE.at },
  }),
  'openapi-reference-broken': defineError({
    failed: document,
    found: ({ at, reference, reason }) => `${at} has the $ref ${reference}, but ${reason}`,
    next: 'Correct the $ref, or add what it refers to.',
    example: { ...REFERENCE, reason: 'there is no file quotes.yaml' },
  }),
} as const
