import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CONTRACT_VERSION, operations, type OperationBinding, type OperationName } from '../spec/index.ts'
import type { ReferenceResponse } from './reference-response.ts'
import type { Call, ServerContext } from './call.ts'
import { Refused, type Refusal } from './errors.ts'
import { isObject } from './is-object.ts'
import { agentOperations, openOperations, platformOperations } from './operations/index.ts'
import type { Agent } from './resources/payments.ts'
import type { ServedVersion } from './served-version.ts'
import { serveProviderStates } from './provider-states/endpoint.ts'
import { rejectionResponse } from './rejection-response.ts'

const LARGEST_BODY = 1024 * 1024

export interface DeploymentOptions {
  /** Path prefix of the version segment and of the provider states: empty, or `/faults/<id>`. */
  readonly prefix: string
  readonly statesToken: string
  readonly log: (line: string) => void
  /** Default: the version that Assay was made for. */
  readonly version?: ServedVersion | undefined
}

/** Whether the body is within the limit according to the headers. */
const isKnownToBeShort = ({ req }: Context): boolean =>
  req.header('transfer-encoding') === undefined && Number(req.header('content-length') ?? 0) <= LARGEST_BODY

/** The deployment as an HTTP application: routes requests to operations, which apply its rules. */
export function createDeployment(server: ServerContext, options: DeploymentOptions): Hono {
  const { prefix, statesToken, log, version } = options
  const { rules } = server
  const bound: Bound = version?.operations ?? operations
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    // `context.header` would copy the response, body and all, which takes a fifth of the server's time.
    context.res.headers.set('date', new Date(server.now()).toUTCString())
  })
  app.use(limitBodies(rules))
  serveProviderStates(app, statesPath(prefix, version), server, statesToken)
  for (const [operation, run] of literalFirst(platformOperations, bound))
    serve(app, server, options, operation, (call, authorization) =>
      runAsPlatform(server, { operation, run, call, authorization }),
    )
  for (const [operation] of literalFirst(agentOperations, bound))
    serve(app, server, options, operation, (call, authorization) => {
      const { credentials, store } = server
      const agent = rules.callingAgent(operation, authorization, store.agents.values(), credentials)
      if (!agent) throw new Refused(rules.unauthorized(operation))
      return runAsAgent(server, operation, call, agent)
    })
  for (const [operation, run] of literalFirst(openOperations, bound))
    serve(app, server, options, operation, (call) => run(server, call))
  app.notFound((context) => refuse(rules, context, undefined, rules.unknownRoute))
  app.onError((error, context) => {
    log(error.stack ?? error.message)
    return refuse(rules, context, undefined, rules.internalError(undefined))
  })
  return app
}

type Rules = ServerContext['rules']
/** Without the operations that a later version retires. */
type Bound = Readonly<Partial<Record<OperationName, OperationBinding>>>

/** Each version has provider states, since they may name requests. */
export const statesPath = (prefix: string, version: ServedVersion | undefined): string =>
  `${prefix}/_states${version === undefined ? '' : `/${version.version}`}`

type PlatformOperation = keyof typeof platformOperations
type AgentOperation = keyof typeof agentOperations

async function respond(
  rules: Rules,
  context: Context,
  operation: OperationName | undefined,
  response: ReferenceResponse,
): Promise<Response> {
  const { status, body, headers } = await rules.respond(operation, response, {
    method: context.req.method,
    url: context.req.url,
    authorization: context.req.header('authorization'),
    accept: context.req.header('accept'),
  })
  if (body === undefined) return context.newResponse(null, status as 200, headers)
  return context.newResponse(rules.serialiseBody(body), status as 200, {
    'content-type': rules.contentType(operation, status),
    ...headers,
  })
}

const refuse = (rules: Rules, context: Context, operation: OperationName | undefined, refusal: Refusal) =>
  respond(rules, context, operation, rejectionResponse(rules, operation, refusal))

function limitBodies(rules: Rules): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: LARGEST_BODY,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (context) =>
      respond(rules, context, undefined, {
        ...rejectionResponse(rules, undefined, rules.bodyTooLarge),
        headers: { connection: 'close' },
      }),
  })
  // A stream for every body would cost as much as the rest of a response.
  return (context, next) => (isKnownToBeShort(context) ? next() : limit(context, next))
}

/** Registers the route of an operation. */
function serve(
  app: Hono,
  server: ServerContext,
  { prefix, log, version }: DeploymentOptions,
  operation: OperationName,
  run: (call: Call, authorization: string | undefined) => ReferenceResponse | Promise<ReferenceResponse>,
): void {
  const { rules } = server
  const { method, path } = (version?.operations ?? operations)[operation]!
  const route = `${prefix}/${version?.version ?? CONTRACT_VERSION}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  app.on(method, route, async (context, next) => {
    if (await isResumption(context, operation)) return next()
    try {
      const call = await callOf(server, operation, context)
      const response = await run(call, context.req.header('authorization'))
      return await respond(rules, context, operation, response)
    } catch (error) {
      if (error instanceof Refused) return refuse(rules, context, operation, error.refusal)
      log(`${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      return refuse(rules, context, operation, rules.internalError(operation))
    }
  })
}

/** Runs an operation with platform credentials, or as an agent where agents have one at the same address. */
function runAsPlatform(
  server: ServerContext,
  {
    operation,
    run,
    call,
    authorization,
  }: {
    readonly operation: PlatformOperation
    readonly run: (typeof platformOperations)[PlatformOperation]
    readonly call: Call
    readonly authorization: string | undefined
  },
): ReferenceResponse | Promise<ReferenceResponse> {
  const { rules, credentials, store } = server
  const agents = rules.agentOperationAt(operation)
  const agent = agents && rules.callingAgent(agents, authorization, store.agents.values(), credentials)
  if (agents && agent) return runAsAgent(server, agents, call, agent)
  if (!rules.mayCallAsPlatform(operation, authorization, credentials, store.agents.values()))
    throw new Refused(rules.unauthorized(operation))
  if (!rules.knowsResourcesOf(call.url)) throw new Refused(rules.unknownRoute)
  if (rules.requestIdIsMissing(operation, call.requestId)) throw new Refused(rules.unacceptableRequestId)
  return run(server, call)
}

function runAsAgent(server: ServerContext, operation: AgentOperation, call: Call, agent: Agent) {
  const { rules } = server
  if (!rules.agentTokenIsGood(agent)) throw new Refused(rules.unauthorized(operation))
  if (rules.pauseRefuses(agent, operation)) throw new Refused(rules.agentPaused(operation, agent))
  if (rules.requestIdIsMissing(operation, call.requestId)) throw new Refused(rules.unacceptableRequestId)
  return agentOperations[operation](server, { ...call, operation, agent })
}

/** Pausing and resuming share one address; the body distinguishes them. */
async function isResumption({ req }: Context, operation: OperationName): Promise<boolean> {
  if (operation !== 'pauseAgent') return false
  const body: unknown = await req.json().catch(() => undefined)
  return isObject(body) && body.isPaused === false
}

/** Routes match in the order of registration: `/customers/bulk` before `/customers/{customerId}`. */
function literalFirst<Name extends OperationName, Run>(
  all: Readonly<Record<Name, Run>>,
  bound: Bound,
): readonly (readonly [Name, Run])[] {
  const placeholders = (name: Name) => bound[name]!.path.split('{').length
  return (Object.entries(all) as [Name, Run][])
    .filter(([name]) => bound[name] !== undefined)
    .sort(([one], [other]) => placeholders(one) - placeholders(other))
}

/** @throws Refused when the body is not JSON */
function parsed(rules: Rules, operation: OperationName, text: string): unknown {
  try {
    return rules.parseBody(operation, text)
  } catch {
    throw new Refused(rules.unparsableBody)
  }
}

async function callOf({ rules }: ServerContext, operation: OperationName, { req }: Context): Promise<Call> {
  const text = req.method === 'GET' ? '' : await req.text()
  const body = (): Readonly<Record<string, unknown>> => {
    const value = parsed(rules, operation, text)
    if (isObject(value)) return value
    throw new Refused(rules.malformedBody)
  }
  return {
    operation,
    url: req.url,
    parameter: (name) => req.param(name) ?? '',
    query: req.query(),
    requestId: req.header('idempotency-key'),
    header: (name) => req.header(name),
    text,
    body,
    optionalBody: () => (text === '' ? {} : body()),
  }
}
