import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Documents; it shows neither fields nor operations. */
export const documentsVariations: readonly Variant[] = [
  {
    id: 'documents-by-identifier-only',
    title: 'returns 200 with the id for uploads, 204 for replacements and 200 for deletions',
    point: 'responses of documents',
    interpretation: 'The contract does not specify the responses.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response, operation) =>
          operation === 'replaceDocument'
            ? { status: 204, body: undefined }
            : { status: 200, body: operation === 'deleteDocument' ? {} : only(response.body as Json, 'id') },
        ['createDocument', 'replaceDocument', 'deleteDocument'],
      ),
  },
  {
    id: 'documents-listed-in-an-array',
    title: 'returns all documents in an array, for any requested holder',
    point: 'responses of documents',
    interpretation: 'The contract does not specify the list.',
    warns: ['DOC-23'],
    replace: (rules) => ({
      documentsListed: (documents) => documents,
      ...successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), [
        'listDocuments',
      ]),
    }),
  },
  {
    id: 'documents-of-unknown-customers',
    title: 'returns the customer code for an unknown holder',
    point: 'code of a document holder that is not found',
    interpretation: 'Customers are document holders.',
    blocks: ['ERR-81'],
    replace: (rules) => ({
      documentHolderNotFound: { ...rules.documentHolderNotFound, code: 'CUSTOMER_NOT_FOUND' },
      documentNotFound: { ...rules.documentNotFound, code: 'REFERENCE_NOT_FOUND' },
    }),
  },
]
