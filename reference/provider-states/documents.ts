import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { scanned } from '../read-scan.ts'
import type { Scan } from '../resources/documents.ts'
import { newCustomer } from './customer.ts'
import { oneOf, type Params } from './params.ts'
import type { SetUps } from './states.ts'
import { newBeneficialOwner, newBusinessCustomer } from './verifications.ts'

const NAME = 'Ada Example'

/** A valid scan of a passport with the holder's name. */
export const PASSPORT: Scan = {
  name: NAME,
  expiresOn: '2099-12-31',
  dotsPerInch: 300,
  sides: 1,
  edited: false,
}

/** The body that uploads a scan of the holder's document. */
export const documentOf = (documentHolder: string, documentType: string, scan: Scan) => ({
  documentHolder,
  documentType,
  country: 'GB',
  fileName: 'scan.json',
  file: scanned(scan),
})

/** @returns its identifier */
export function newDocumentHolder(server: ServerContext, of: 'CUSTOMER' | 'BENEFICIAL_OWNER'): string {
  return of === 'CUSTOMER'
    ? newCustomer(server, { information: { customerType: 'INDIVIDUAL', fullName: NAME } }).id
    : newBeneficialOwner(server, newBusinessCustomer(server), NAME).id
}

function setUpDocumentHolder(server: ServerContext, params: Params): StateValues['document-holder'] {
  const of = params.of === undefined ? 'CUSTOMER' : oneOf(params, 'of', ['CUSTOMER', 'BENEFICIAL_OWNER'])
  const documentHolderId = newDocumentHolder(server, of)
  const passport = documentOf(documentHolderId, 'PASSPORT', PASSPORT)
  return {
    documentHolderId,
    document: passport,
    replacement: documentOf(documentHolderId, 'PASSPORT', { ...PASSPORT, expiresOn: '2100-01-31' }),
  }
}

/** Provider states of documents. */
export const documentsStates = { 'document-holder': setUpDocumentHolder } satisfies Partial<SetUps>
