import { randomUUID } from 'node:crypto'
import { Refused, refusal } from '../../reference/errors.ts'
import { answersChanged, objectsChanged, only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const EXAMINATION_MS = 1_000

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
  {
    id: 'documents-replaced-under-another-id',
    title: 'gives a replaced document another id, and no longer finds the earlier one',
    point: 'identifier of a replaced document',
    interpretation: 'The contract does not specify whether a replaced document keeps its identifier.',
    replace: (rules) => {
      const current = new Map<string, string>()
      const original = new Map<string, string>()
      const renamed = (document: Json): Json => ({
        ...document,
        id: current.get(String(document.id)) ?? document.id,
      })
      return {
        documentNamed: (documents, id) =>
          current.has(id) ? undefined : rules.documentNamed(documents, original.get(id) ?? id),
        ...successesChanged(
          rules,
          (response, operation) => {
            const body = response.body as Json
            if (operation === 'replaceDocument') {
              const id = `Document:${randomUUID()}`
              current.set(String(body.id), id)
              original.set(id, String(body.id))
            }
            return operation === 'listDocuments'
              ? { ...response, body: { ...body, data: (body.data as Json[]).map(renamed) } }
              : { ...response, body: renamed(body) }
          },
          ['replaceDocument', 'getDocument', 'listDocuments'],
        ),
      }
    },
  },
  {
    id: 'documents-without-their-holder',
    title: 'returns the id and an examination state of a document',
    point: 'fields of a document',
    interpretation: 'The contract does not specify the fields of a document.',
    blocks: ['DOC-26'],
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        String(object.id).startsWith('Document:') ? { id: object.id, examination: 'PENDING' } : object,
      ),
  },
  {
    id: 'documents-listed-as-deleted',
    title: 'marks a deleted document in the list',
    point: 'deleted documents in the list',
    interpretation: 'The contract does not specify whether a deleted document is listed.',
    replace: (rules) => {
      const deleted: Json[] = []
      return {
        affected: (operation, named, all) => {
          if (operation === 'deleteDocument') deleted.push(named as unknown as Json)
          return rules.affected(operation, named, all)
        },
        respond: async (operation, given, request) => {
          const response = await rules.respond(operation, given, request)
          if (operation !== 'listDocuments' || response.status !== 200) return response
          const holder = new URL(request.url, 'http://localhost').searchParams.get('documentHolder')
          const marked = deleted
            .filter(({ documentHolder }) => holder === documentHolder)
            .map(({ id, documentHolder }) => ({ id, documentHolder, deleted: true }))
          const { data, totalCount, ...rest } = response.body as Json
          return {
            ...response,
            body: {
              ...rest,
              data: [...(data as Json[]), ...marked],
              totalCount: Number(totalCount) + marked.length,
            },
          }
        },
      }
    },
  },
  {
    id: 'documents-examined-first',
    title:
      'returns 409 CONFLICT for a change of a document that was uploaded or replaced less than a second ago',
    point: 'changes of a document during its examination',
    interpretation: 'The contract does not specify when a document is examined, and CONFLICT is generic.',
    replace: (rules) => {
      const stored = new Map<unknown, number>()
      return {
        ...answersChanged(rules, (response, operation) => {
          const isStored = operation === 'createDocument' || operation === 'replaceDocument'
          if (isStored && response.status < 300) stored.set((response.body as Json).id, Date.now())
          return response
        }),
        before: async (step, id) => {
          await rules.before(step, id)
          const age = Date.now() - (stored.get(id) ?? 0)
          if (step === 'changeDocument' && age < EXAMINATION_MS)
            throw new Refused(refusal(409, 'CONFLICT', 'The document is being examined.'))
        },
      }
    },
  },
  {
    id: 'repeated-file-suspected',
    title: 'suspects a file of a holder that was uploaded before of fraud',
    point: 'a file that is uploaded twice',
    interpretation: 'Both conditions hold, and the contract does not specify which error is returned.',
    blocks: ['DOC-08', 'DOC-13'],
    replace: (rules) => {
      const seen = new Set<unknown>()
      return {
        scanLooksGenuine: (scan, file, holder) => {
          const upload = `${holder} ${String(file)}`
          const isNew = !seen.has(upload)
          seen.add(upload)
          return isNew && rules.scanLooksGenuine(scan, file, holder)
        },
      }
    },
  },
]
