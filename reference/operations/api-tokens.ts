import { randomBytes } from 'node:crypto'
import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { digest } from '../digest.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { pageFrom } from '../page-from.ts'
import type { ApiToken } from '../resources/api-tokens.ts'

const createToken: PlatformOperation = (server, call) => {
  const { rules, store, now } = server
  const { name, permissions } = call.body()
  if (typeof name !== 'string') throw invalidField(server, 'name')
  if (!Array.isArray(permissions)) throw invalidField(server, 'permissions')
  const clientSecret = randomBytes(24).toString('base64url')
  const token: ApiToken = {
    id: rules.newId('Token'),
    name,
    permissions: permissions.map(String),
    clientId: randomBytes(12).toString('hex'),
    secretDigest: digest(clientSecret),
    createdAt: now(),
  }
  store.tokens.set(token.id, token)
  return { status: 201, body: { ...tokenBody(server, token), clientSecret } }
}

const getToken: PlatformOperation = (server, call) => ({
  status: 200,
  body: tokenBody(server, tokenNamed(server, call)),
})

const listTokens: PlatformOperation = (server, { query }) => {
  const { rules, store } = server
  const listed = rules.tokensListed([...store.tokens.values()]).map((token) => tokenBody(server, token))
  const size = Math.min(rules.tokenPageSize, Number(query.limit ?? Infinity))
  return { status: 200, body: pageFrom(listed, rules.tokensFrom(query.cursor), size) }
}

const deleteToken: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const token = tokenNamed(server, call)
  for (const { id } of rules.affected('deleteToken', token, store.tokens.values())) store.tokens.delete(id)
  return { status: 204, body: undefined }
}

function tokenNamed({ rules, store }: ServerContext, call: Call): ApiToken {
  const token = rules.tokenNamed(store.tokens, call.parameter('tokenId'))
  if (!token) throw new Refused(rules.tokenNotFound)
  return token
}

/** Without its secret, which only the creation returns. */
const tokenBody = ({ rules }: ServerContext, { id, name, permissions, clientId, createdAt }: ApiToken) => ({
  id,
  name,
  permissions,
  clientId,
  createdAt: rules.serialiseTimestamp(createdAt),
})

/** Operations of API tokens, by the names of their bindings and the credentials they take. */
export const apiTokensOperations = {
  platform: { listTokens, createToken, getToken, deleteToken },
  agent: {},
  open: {},
}
