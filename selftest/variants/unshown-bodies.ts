/** Bodies that the contract does not show: where the resource is, and the name of its identifier. */
import { isObject } from '../../reference/is-object.ts'
import type { OperationName } from '../../spec/index.ts'
import { successesChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

const IDENTIFIERS: Partial<Readonly<Record<OperationName, string>>> = {
  createBeneficialOwner: 'beneficialOwnerId',
  createCard: 'cardId',
  createCredential: 'credentialId',
  createCustomer: 'customerId',
  createDocument: 'documentId',
  createToken: 'tokenId',
  createVerification: 'verificationId',
  getBeneficialOwner: 'beneficialOwnerId',
  getCard: 'cardId',
  getCustomer: 'customerId',
  getDocument: 'documentId',
  getStablecoin: 'stablecoinId',
  getToken: 'tokenId',
  getVerification: 'verificationId',
  linkStablecoinProviderAccount: 'stablecoinProviderAccountId',
  listCards: 'cardId',
  listCredentials: 'credentialId',
  listDocuments: 'documentId',
  listPlatformInternalAccounts: 'internalAccountId',
  listStablecoins: 'stablecoinId',
  listTokens: 'tokenId',
  registerStablecoin: 'stablecoinId',
  replaceDocument: 'documentId',
  updateCard: 'cardId',
  updateCustomer: 'customerId',
}

const named = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => named(item, name))
  if (!isObject(value)) return value
  if (Array.isArray(value.data)) return { ...value, data: named(value.data, name) }
  const { id, ...others } = value
  return id === undefined ? value : { [name]: id, ...others }
}

/** Resources that come alone, without those that the contract shows. */
const ENVELOPED: readonly OperationName[] = [
  ...(Object.keys(IDENTIFIERS) as OperationName[]).filter((name) => !name.startsWith('list')),
  'createAgent',
  'createInvitation',
  'getAgent',
  'getConfiguration',
  'getInvitation',
  'updateConfiguration',
]

export const unshownBodyVariations: readonly Variant[] = [
  {
    id: 'unshown-ids-named',
    title: 'names the identifier after its kind: customerId, cardId, documentId',
    point: 'the name of an identifier that the contract does not show',
    interpretation: 'It has the name that the placeholder in the path has.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response, operation) => ({
          ...response,
          body: named(response.body, IDENTIFIERS[operation!] ?? 'id'),
        }),
        Object.keys(IDENTIFIERS) as OperationName[],
      ),
  },
  {
    id: 'unshown-enveloped',
    title: 'returns resources that the contract does not show as { data }',
    point: 'where a resource is in a body that the contract does not show',
    interpretation: 'It is in an envelope, as the items of a list are.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => (isObject(response.body) ? { ...response, body: { data: response.body } } : response),
        ENVELOPED,
      ),
  },
]
