import type { OperationBinding, OperationName, RequirementId } from '../../spec/index.ts'
import { Blocked } from '../../fixtures/blocked.ts'
import { fine, type Diagnosis } from './diagnosis.ts'
import type { Examination } from './examination.ts'
import { harmlessCall } from './harmless-call.ts'
import { readingOf, saidOf, type Reading } from './reading.ts'

/**
 * Whether each operation that a run would call is served where it is bound. Only harmless calls; nothing is judged.
 *
 * @param accessToken of an agent; undefined: there is none
 */
export async function examineOperations(
  examination: Examination,
  accessToken: string | undefined,
  progress: (what: string) => void,
): Promise<readonly Diagnosis[]> {
  const diagnoses: Diagnosis[] = []
  for (const operation of examination.stakes.operations) {
    progress(operation)
    diagnoses.push(await examineOperation(examination, operation, accessToken))
  }
  return diagnoses
}

async function examineOperation(
  examination: Examination,
  operation: OperationName,
  accessToken: string | undefined,
): Promise<Diagnosis> {
  const { deployment, stakes } = examination
  const binding = deployment.operations[operation]!
  const route = `${binding.method} ${binding.path}`
  const authorization = {
    PLATFORM: examination.platform,
    // Of nobody where there is no agent: what is not served may still show.
    AGENT: examination.agent(accessToken ?? 'nobody'),
    NONE: undefined,
  }[binding.credentials]
  const call = harmlessCall(deployment, operation, authorization)
  if (!call) return fine(operation, `${route} is not asked: it would change something`)

  const blocks = stakes.calling(operation)
  const answer = await examination.ask(call)
  if (answer instanceof Blocked) {
    const { message, next } = answer
    return { what: operation, state: 'missing', detail: message, blocks, fixIn: 'environment', fix: next }
  }
  const said = `${route} answers ${saidOf(answer)}`
  const reading = readingOf(answer)
  if (reading === 'served') return fine(operation, said)
  const asked = { operation, binding, said, blocks, tokenless: accessToken === undefined }
  return { what: operation, ...FAULTS[reading](asked) }
}

interface Asked {
  readonly operation: OperationName
  readonly binding: OperationBinding
  readonly said: string
  readonly blocks: readonly RequirementId[]
  /** There is no agent whose token could have been presented. */
  readonly tokenless: boolean
}

const FAULTS: Readonly<Record<Exclude<Reading, 'served'>, (asked: Asked) => Omit<Diagnosis, 'what'>>> = {
  'not-routed': (asked) => notServed(asked),
  page: (asked) => notServed(asked),
  refused: (asked) => refused(asked),
  redirected: ({ operation, binding, said, blocks }) => ({
    state: 'wrong',
    detail: `${said}, which is not followed`,
    blocks,
    fixIn: 'deployment-file',
    fix: `operations: { ${operation}: ${binding.method} /… }  (where it redirects to)`,
  }),
  throttled: ({ said }) => ({ state: 'unknown', detail: said, blocks: [], fixIn: 'environment' }),
  broken: ({ said }) => ({
    state: 'wrong',
    detail: `${said}: a server error`,
    blocks: [],
    fixIn: 'implementation',
    fix: "See the deployment's log; a run will judge it.",
  }),
}

const notServed = ({ operation, binding, said, blocks }: Asked): Omit<Diagnosis, 'what'> => ({
  state: 'missing',
  detail: `${said}: it is not served there, or its errors have not the form of the contract`,
  blocks,
  fixIn: binding.shown ? 'implementation' : 'deployment-file',
  fix: `operations: { ${operation}: ${binding.method} /… }  (where it is served), or ${operation}: null  (not offered)`,
})

function refused({ binding, said, blocks, tokenless }: Asked): Omit<Diagnosis, 'what'> {
  if (binding.credentials !== 'AGENT') {
    return {
      state: 'wrong',
      detail: `${said} to the platform credentials`,
      blocks,
      fixIn: 'deployment-file',
      fix: 'Correct the platform credentials, or bind the operation where it is served.',
    }
  }
  return tokenless
    ? {
        state: 'unknown',
        detail: `${said}; whether it is served shows only with the token of the state agent`,
        blocks,
        fixIn: 'deployment-file',
      }
    : {
        state: 'wrong',
        detail: `${said} to the token that the state agent gave`,
        blocks,
        fixIn: 'implementation',
        fix: 'Accept the accessToken of the state agent as `Authorization: Bearer …`.',
      }
}
