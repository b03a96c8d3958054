import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Documents; neither fields nor operations are shown. */
export const documentsVariations: readonly Variant[] = [
  {
    id: 'documents-by-identifier-only',
    title: 'answers uploads with 200 and the identifier alone, replacements with 204 and deletions with 200',
    point: 'answers of documents',
    reading: 'They are not shown.',
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
    title: 'lists all documents in an array, whatever holder is asked for',
    point: 'answers of documents',
    reading: 'The list is not shown.',
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
    title: 'has the code of a customer for a holder that it does not know',
    point: 'code of a document holder that is not found',
    reading: 'Customers hold documents.',
    blocks: ['ERR-81'],
    replace: (rules) => ({
      documentHolderNotFound: () => ({ ...rules.documentHolderNotFound(), code: 'CUSTOMER_NOT_FOUND' }),
      documentNotFound: () => ({ ...rules.documentNotFound(), code: 'REFERENCE_NOT_FOUND' }),
    }),
  },
]
