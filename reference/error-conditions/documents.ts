import type { ServerContext } from '../call.ts'
import { documentOf, newDocumentHolder, PASSPORT } from '../provider-states/documents.ts'
import type { Scan } from '../resources/documents.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'
import { requireCode } from './require-code.ts'

const upload = (body: object): ErrorRequest => ({
  method: 'POST',
  path: '/documents',
  auth: 'PLATFORM',
  body,
})

/** A new holder uploads a scan with a defect. */
const scan =
  (changes: Partial<Scan>, documentType = 'PASSPORT') =>
  (server: ServerContext): ErrorRequest =>
    upload(documentOf(newDocumentHolder(server, 'CUSTOMER'), documentType, { ...PASSPORT, ...changes }))

/** Error conditions of documents. */
export const documentsErrorConditions = {
  LOW_QUALITY: scan({ dotsPerInch: 40 }),
  DATA_MISMATCH: scan({ name: 'Grace Example' }),
  EXPIRED: scan({ expiresOn: '2019-12-31' }),
  SUSPECTED_FRAUD: scan({ edited: true }),
  UNSUITABLE_DOCUMENT: scan({}, 'LIBRARY_CARD'),
  INCOMPLETE: scan({ sides: 1 }, 'DRIVERS_LICENSE'),
  DOCUMENT_HOLDER_NOT_FOUND: ({ rules }) =>
    requireCode(
      'DOCUMENT_HOLDER_NOT_FOUND',
      rules.documentHolderNotFound,
      upload(documentOf(rules.newId('Customer'), 'PASSPORT', PASSPORT)),
    ),
  DOCUMENT_ALREADY_EXISTS: (server) => {
    const { rules, store, now } = server
    const documentHolder = newDocumentHolder(server, 'CUSTOMER')
    const id = rules.newId('Document')
    const times = { createdAt: now(), updatedAt: now() }
    store.documents.set(id, { id, documentHolder, documentType: 'PASSPORT', ...times })
    return upload(documentOf(documentHolder, 'PASSPORT', PASSPORT))
  },
} satisfies ErrorConditions
