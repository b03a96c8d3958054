/** `assay init --openapi` writes a deployment file that loads, and shows what did not match. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse, stringify } from 'yaml'
import { init } from '../../cli/init.ts'
import { deploymentFileSchema } from '../../fixtures/config/file-schema.ts'
import { loadDeployment } from '../../fixtures/config/load-deployment.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const documents = fileURLToPath(new URL('documents', import.meta.url))
const CREDENTIALS = { PLATFORM_CLIENT_ID: 'a-client-id', PLATFORM_CLIENT_SECRET: 'a-client-secret' }

type Initialized = Awaited<ReturnType<typeof written>>
const all = new Map<string, Promise<Initialized>>()

/** What `assay init` writes for one of the documents, made once. */
function initialized(openapi: string, entered?: Readonly<Record<string, string>>): Promise<Initialized> {
  if (entered !== undefined) return written(openapi, entered)
  const made = all.get(openapi) ?? written(openapi, {})
  all.set(openapi, made)
  return made
}

async function written(openapi: string, entered: Readonly<Record<string, string>>) {
  const file = join(emptyFolder(), 'deployment.yaml')
  const shown = await init({ file, entered, force: false, terminal: undefined, openapi })
  const text = readFileSync(file, 'utf8')
  return { shown, text, deployment: await loadDeployment(file, CREDENTIALS) }
}

/** Northwind's document with a change. */
function writtenDocument(change: (document: Record<string, unknown>) => void): string {
  const document = parse(readFileSync(join(documents, 'northwind.yaml'), 'utf8')) as Record<string, unknown>
  change(document)
  const file = join(emptyFolder(), 'api.yaml')
  writeFileSync(file, stringify(document))
  return file
}

/** An object within the document. */
const partOf = (document: Record<string, unknown>, ...keys: readonly string[]) =>
  keys.reduce((part, key) => part[key] as Record<string, unknown>, document)

describe('assay init --openapi', () => {
  for (const name of ['northwind.yaml', 'meridian.json', 'pet-store.yaml']) {
    it(`writes a file for ${name} that the loader and the schema accept`, async () => {
      const { text, deployment } = await initialized(join(documents, name))

      assert.deepEqual(deployment.warnings, [])
      const validate = new Ajv2020({ strict: false }).compile(deploymentFileSchema)
      assert.ok(validate(parse(text)), JSON.stringify(validate.errors))
    })
  }

  it('writes routes with the placeholders of the contract, and a confidence', async () => {
    const { text, deployment } = await initialized(join(documents, 'northwind.yaml'))

    assert.equal(deployment.operations.getCustomer?.path, '/clients/{customerId}')
    assert.equal(deployment.operations.updateCustomer?.method, 'POST')
    assert.match(text, /^ {2}getCustomer: GET \/clients\/\{customerId\} # 0\.\d\d$/m)
  })

  it('writes uncertain lines as comments', async () => {
    const { text, deployment } = await initialized(join(documents, 'northwind.yaml'))

    assert.match(text, /^ {2}# listCustomerExternalAccounts: GET \/recipients # 0\.[0-6]\d$/m)
    assert.equal(deployment.operations.listCustomerExternalAccounts?.path, '/customers/external-accounts')
  })

  it('takes name, base address and areas from the document, unless they are entered', async () => {
    const file = join(documents, 'meridian.json')

    const taken = await initialized(file)
    const entered = await initialized(file, { name: 'mine', areas: 'cards' })

    assert.equal(taken.deployment.name, 'Meridian Treasury API')
    assert.equal(taken.deployment.baseUrl, 'https://gateway.meridian.example/treasury/2025-10-13')
    assert.ok(taken.deployment.areas?.includes('stablecoins'))
    assert.ok(!taken.deployment.areas?.includes('invitations'))
    assert.equal(entered.deployment.name, 'mine')
    assert.deepEqual(entered.deployment.areas, ['cards'])
    assert.doesNotMatch(entered.shown, /not claimed/)
  })

  it('writes null and the missing capabilities where it is sure that the document lacks them', async () => {
    const { shown, text, deployment } = await initialized(join(documents, 'northwind.yaml'))

    assert.equal(deployment.operations.startScaLogin, null)
    assert.notEqual(deployment.operations.exportInternalAccount, null)
    assert.match(text, /^ {2}startScaLogin: null # 0\.\d\d; not in the document$/m)
    assert.match(text, /^ {2}# exportInternalAccount: null # 0\.[0-6]\d; not in the document$/m)
    assert.deepEqual(deployment.notOffered, ['stablecoins.enablement', 'stablecoins.issuer-operations'])
    assert.match(
      text,
      /^ {2}- stablecoins\.enablement # 0\.\d\d; the document lacks requestStablecoinEnablement$/m,
    )
    assert.match(text, /^ {2}# - wallets\.embedded # 0\.[0-6]\d; /m)
    assert.match(shown, /^ {2}not found +19 {2}.*; 3 written as null$/m)
  })

  it('prints a short summary, and lists everything at the end of the file', async () => {
    const { shown, text } = await initialized(join(documents, 'meridian.json'))

    assert.ok(shown.split('\n').length < 30, shown)
    assert.match(shown, /^Read \S*meridian\.json: 77 operations\.$/m)
    assert.match(shown, /^ {2}bound +68 {2}of the contract's 93 operations$/m)
    assert.match(shown, /^ {2}not claimed +3 {2}areas without a bound operation: contact-verification, /m)
    assert.match(shown, /^ {2}unmatched +10 {2}operations of the document: .* and 7 more$/m)
    assert.match(
      text,
      /^# In the document, and not in the contract \(10\):\n(?:# {3}.*\n)*# {3}GET \/audit-log$/m,
    )
    assert.match(
      text,
      /^# In the contract, and not in the document \(25\):\n(?:# {3}.*\n)*# {3}trustBeneficiary$/m,
    )
    assert.match(text, /^# {3}createVerification: accountHolderId, perhaps customerId$/m)
  })

  it('reports that nothing matches, and writes no binding', async () => {
    const { shown, deployment } = await initialized(join(documents, 'pet-store.yaml'))

    assert.match(shown, /^Nothing matches with confidence\. Is this the document of the payments API\?$/m)
    assert.deepEqual(deployment.notOffered, [])
    assert.equal(deployment.operations.getCustomer?.path, '/customers/{customerId}')
    assert.equal(deployment.areas, undefined)
  })

  it('finds the names of headers and fields', async () => {
    const { deployment } = await initialized(join(documents, 'northwind.yaml'))

    assert.equal(deployment.names.requestIdHeader, 'X-Retry-Key')
    assert.equal(deployment.names.paymentReference, 'payment_memo')
    assert.equal(deployment.names.purposeOfPayment, 'transfer_purpose')
    assert.equal(deployment.names.senderInformation, 'payer_details')
    assert.equal(deployment.names.platformFeeOverride, 'platformFeeOverride')
  })

  it('adds required fields: values of the document count, others are comments', async () => {
    const { text, deployment } = await initialized(join(documents, 'northwind.yaml'))
    const meridian = await initialized(join(documents, 'meridian.json'))

    assert.deepEqual(deployment.requests.createCard, { design: 'CLASSIC' })
    assert.deepEqual(deployment.requests.createAgent, { purpose: 'Buys office supplies' })
    assert.match(text, /^ {2}createAgent: \{ purpose: "Buys office supplies" \} # 0\.8\d$/m)
    assert.match(
      text,
      /^ {2}# createAgent: \{ purpose: "Buys office supplies", label: "assay" \} # 0\.\d\d; the document requires label and gives no value; replaces the line above$/m,
    )
    assert.deepEqual(meridian.deployment.requests.pauseAgent, { isPaused: null, paused: true })
    assert.deepEqual(meridian.deployment.requests.resumeAgent, { isPaused: null, paused: false })
  })

  it('copies no secret of the document', async () => {
    for (const [name, secret] of [
      ['northwind.yaml', 'sk_live_51HxS8bQ2eZvKYlo2C0'],
      ['meridian.json', 'iss_secret_9fK2mQ7xLp'],
    ] as const) {
      assert.ok(readFileSync(join(documents, name), 'utf8').includes(secret))
      const { shown, text } = await initialized(join(documents, name))

      assert.ok(!text.includes(secret) && !shown.includes(secret), name)
    }
    const file = writtenDocument((document) => {
      const body = partOf(
        document,
        'paths',
        '/api_keys',
        'post',
        'requestBody',
        'content',
        'application/json',
      )
      Object.assign(body, {
        schema: {
          required: ['owner', 'pin', 'note', 'hook', 'mode'],
          properties: {
            owner: { type: 'string', example: 'eyJhbGciOiJub25lIn0.e30.' },
            pin: { type: 'string', default: '4711' },
            note: { type: 'string', example: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6' },
            hook: { type: 'string', example: '${PLATFORM_CLIENT_SECRET}' },
            mode: { type: 'string', const: '${PLATFORM_CLIENT_SECRET}' },
          },
        },
      })
    })

    const { text, deployment } = await initialized(file)

    assert.equal(deployment.requests.createToken, undefined)
    assert.doesNotMatch(text, /eyJ|4711|Zm9v|a-client-secret/)
  })

  it('shows where the document contradicts the contract', async () => {
    const northwind = await initialized(join(documents, 'northwind.yaml'))
    const meridian = await initialized(join(documents, 'meridian.json'))
    const unsafe = await initialized(
      writtenDocument((document) => {
        Object.assign(partOf(document, 'paths', '/assistants/self/activity', 'get'), {
          security: [{ server_key: [] }],
        })
      }),
    )

    const expected = [
      'servers: no address ends with /2025-10-13, as the contract requires',
      'createQuote, createCustomer: the document has status 422, which the contract does not use',
      'listAgentActions: the response of the document lacks the required hasMore',
      "getPlatformExternalAccount, createPlatformExternalAccount and 4 more: data.status has BLOCKED; the contract's list (PENDING, PENDING_OWNERSHIP_VERIFICATION, UNVERIFIED, …) does not",
      'approveTransaction: the contract shows POST /transactions/{transactionId}/approve, the document POST /transfers/{transfer_id}/accept',
    ]
    for (const sentence of expected) assert.ok(northwind.text.includes(`#   ${sentence}\n`), sentence)
    assert.match(
      northwind.shown,
      /contradictions +15 .*\n {6}servers: no address ends with .*\n(?: {6}.*\n){4} {6}and 10 more$/m,
    )
    assert.match(
      meridian.text,
      /createAgentQuote: exchangeRate is number in the contract, string in the document/,
    )
    assert.match(unsafe.text, /listAgentActions: the contract has a bearer token, the document HTTP Basic/)
  })

  it('does not write a path for which Assay has no value', async () => {
    const file = writtenDocument((document) => {
      const paths = partOf(document, 'paths')
      paths['/regions/{region_id}/shareholders'] = paths['/shareholders']
      delete paths['/shareholders']
    })

    const { text, shown, deployment } = await initialized(file)

    assert.match(
      text,
      /# createBeneficialOwner: POST \/regions\/\{region_id\}\/shareholders # 0\.\d\d; cannot be used: Assay has no value for \{region_id\} here/,
    )
    assert.match(shown, /^ {2}unusable +1 {2}.*: createBeneficialOwner$/m)
    assert.equal(deployment.operations.createBeneficialOwner?.path, '/beneficial-owners')
  })

  it('writes paths below the path of a customer', async () => {
    const file = writtenDocument((document) => {
      const paths = partOf(document, 'paths')
      for (const path of ['/shareholders', '/shareholders/{shareholder_id}']) {
        paths[`/clients/{owner}${path}`] = paths[path]
        delete paths[path]
      }
    })

    const { text, deployment } = await initialized(file)

    assert.equal(deployment.operations.createBeneficialOwner?.path, '/clients/{customerId}/shareholders')
    assert.match(
      text,
      /getBeneficialOwner: GET \/clients\/\{customerId\}\/shareholders\/\{beneficialOwnerId\} # 0\.\d\d$/m,
    )
  })

  it('takes nothing from the environment or for YAML that a hostile document names', async () => {
    const file = writtenDocument((document) => {
      Object.assign(document['info'] as object, {
        title: 'Evil $${{PLATFORM_CLIENT_SECRET} ${PLATFORM_CLIENT_SECRET}\n\u001b[31mname: "x',
      })
      const paths = partOf(document, 'paths')
      paths['/settings/${PLATFORM_CLIENT_SECRET}'] = paths['/settings']
      delete paths['/settings']
      paths['/x\u001b[2J\n#'] = { get: { responses: {} } }
      partOf(document, 'components', 'parameters', 'retry_key')['name'] = 'X-Retry: evil'
    })

    const { text, shown, deployment } = await initialized(file)

    assert.doesNotMatch(deployment.name, /a-client-secret/)
    assert.equal(deployment.operations.getConfiguration?.path, '/config')
    assert.equal(deployment.names.requestIdHeader, 'Idempotency-Key')
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    assert.doesNotMatch(text + shown, /\u001b/)
  })
})

/** Thirty schemas, each of which combines the next one twenty times. */
function combinedWithoutEnd(): unknown {
  const reference = (at: number) => ({ $ref: `#/components/schemas/S${at}` })
  const schema = (at: number) => ({
    allOf: Array.from({ length: 20 }, () => reference(at + 1)),
    properties: Object.fromEntries(Array.from({ length: 30 }, (_, name) => [`p${name}`, reference(at + 1)])),
  })
  const schemas = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`S${at}`, schema(at)]))
  const response = { description: 'x', content: { 'application/json': { schema: reference(0) } } }
  const paths = Object.fromEntries(
    Array.from({ length: 1_900 }, (_, at) => [`/a${at}`, { get: { responses: { 200: response } } }]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths,
    components: { schemas: { ...schemas, S30: { type: 'object' } } },
  }
}

describe('an OpenAPI document that cannot be read', () => {
  const begun = { openapi: '3.1.0', info: { title: 'x', version: '1' } }
  const get = { get: { responses: { 200: { description: 'x' } } } }
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
    [
      'is no OpenAPI document',
      { 'api.yaml': { hello: 1 } },
      /api\.yaml: it is not an OpenAPI document.*\n.*→ Give/,
    ],
    [
      'is Swagger 2.0',
      { 'api.yaml': { swagger: '2.0', paths: {} } },
      /Swagger 2\.0, not OpenAPI 3\.\n.*→ Convert it: npx swagger2openapi --yaml --outfile openapi\.yaml \S*api\.yaml/,
    ],
    [
      'is a later version',
      { 'api.yaml': { openapi: '4.0.0' } },
      /OpenAPI 4\.0\.0; Assay reads 3\.0 and 3\.1/,
    ],
    ['has no operations', { 'api.yaml': { ...begun, paths: {} } }, /no operations under paths/],
    [
      'has a broken $ref',
      {
        'api.yaml': { ...begun, paths: { '/a': { $ref: 'paths/a.yaml#/~1a' } } },
        'paths/a.yaml': { '/b': get },
      },
      /api\.yaml: \/paths\/~1a has the \$ref paths\/a\.yaml#\/~1a, but there is no \/a at that place\.\n.*→ Correct/,
    ],
    [
      'has a $ref to a missing file',
      { 'api.yaml': { ...begun, paths: { '/a': { $ref: './b.yaml' } } } },
      /has the \$ref \.\/b\.yaml, but there is no file \S*b\.yaml/,
    ],
    [
      'has a $ref to the network',
      { 'api.yaml': { ...begun, paths: { '/a': { $ref: 'https://example.org/a.yaml' } } } },
      /which is a remote URL\.\n.*→ Save that file beside the document/,
    ],
    [
      'has a $ref to a file of the system',
      { 'api.yaml': { ...begun, paths: { '/a': { $ref: '/etc/hosts' } } } },
      /outside the folder of the document\.\n.*→ Move the document/,
    ],
    [
      'has a $ref to a file that is not there, outside its folder',
      { 'api.yaml': { ...begun, paths: { '/a': { $ref: '../../nowhere.yaml' } } } },
      /outside the folder of the document/,
    ],
    [
      'combines schemas without end',
      { 'api.yaml': JSON.stringify(combinedWithoutEnd()) },
      /refer to each other too often: more than 500000 lookups\.\n.*→ Give/,
    ],
    [
      'has a $ref to itself',
      { 'api.yaml': { ...begun, paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } } } },
      /leads back to itself/,
    ],
    [
      'is not YAML',
      { 'api.yaml': 'a: [b\nsecret: sk_live_1' },
      /, line \d+, column \d+: it is neither YAML nor JSON/,
    ],
    [
      'contains itself',
      { 'api.yaml': 'openapi: 3.1.0\npaths: &a\n  /a: *a\n' },
      /neither YAML|contains itself/,
    ],
    ['nests deeply', { 'api.yaml': '['.repeat(50_000) }, /nests|neither YAML/],
    [
      'expands without end',
      {
        'api.yaml': `${'abcdefghi'
          .split('')
          .map(
            (name, at) =>
              `${name}: &${name} [${
                at === 0
                  ? 'x'
                  : Array.from({ length: 9 })
                      .fill(`*${'abcdefghi'[at - 1]}`)
                      .join()
              }]`,
          )
          .join('\n')}\n`,
      },
      /neither YAML|more than/,
    ],
  ]
  for (const [title, files, expected] of cases) {
    it(`is rejected when it ${title}`, async () => {
      const folder = emptyFolder()
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), typeof content === 'string' ? content : stringify(content))
      }
      const file = join(folder, 'deployment.yaml')

      const ended = init({
        file,
        entered: {},
        force: false,
        terminal: undefined,
        openapi: join(folder, 'api.yaml'),
      })

      await assert.rejects(ended, (error: Error) => {
        assert.match(error.message, expected)
        assert.match(error.message, /^Reading the OpenAPI document .*\n {2}→ /)
        return !error.message.includes('sk_live')
      })
      assert.throws(() => readFileSync(file))
    })
  }

  it('is rejected when a link leads out of its folder', async () => {
    const [folder, elsewhere] = [emptyFolder(), emptyFolder()]
    writeFileSync(join(elsewhere, 'a.yaml'), stringify(get))
    symlinkSync(join(elsewhere, 'a.yaml'), join(folder, 'a.yaml'))
    const document = join(folder, 'api.yaml')
    writeFileSync(document, stringify({ ...begun, paths: { '/a': { $ref: 'a.yaml' } } }))

    await assert.rejects(initialized(document), /outside the folder of the document/)
  })

  it('is rejected when its files together are too large', async () => {
    const folder = emptyFolder()
    const document = join(folder, 'api.json')
    const paths = Object.fromEntries([1, 2, 3].map((n) => [`/${n}`, { $ref: `${n}.json` }]))
    for (const n of [1, 2, 3]) {
      writeFileSync(join(folder, `${n}.json`), JSON.stringify({ ...get, 'x-padding': ' '.repeat(8_000_000) }))
    }
    writeFileSync(document, JSON.stringify({ ...begun, paths }))

    await assert.rejects(initialized(document), /Assay reads at most 20000000\.\n/)
  })

  it('is rejected when it is missing, with exit code 2', async () => {
    const { code, stderr } = await assay(['init', join(emptyFolder(), 'd.yaml'), '--openapi', 'nowhere.yaml'])

    assert.equal(code, 2)
    assert.match(
      stderr,
      /Reading the OpenAPI document nowhere\.yaml: there is no such file\.\n {2}→ Check the path/,
    )
  })

  it('is read when schemas contain themselves, and keys are named like those of every object', async () => {
    const file = writtenDocument((document) => {
      const { schemas } = document['components'] as { schemas: Record<string, unknown> }
      schemas['Client'] = JSON.parse(
        '{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":{"$ref":"#/components/schemas/Client"},"constructor":{"type":"string"},"id":{"enum":[]}}}',
      )
      const input = schemas['ClientInput'] as { required: string[]; properties: Record<string, unknown> }
      input.required.push('constructor', 'toString')
      input.properties['constructor'] = {
        type: 'string',
        enum: Array.from({ length: 5_000 }, (_, at) => `V${at}`),
      }
    })

    const { deployment } = await initialized(file)

    assert.equal(deployment.operations.createCustomer?.path, '/clients')
    assert.equal(Object.hasOwn(Object.prototype, 'id'), false)
  })
})
