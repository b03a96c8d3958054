/** Documents of customers and beneficial owners (contract: What the service does, row Documents; Errors). */
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { isConflict, retryInConflict } from '../../fixtures/retry-in-conflict.ts'
import {
  expectBesideReplacedRejected,
  expectDocumentNotFound,
  expectHolderNotFound,
  expectOtherRejected,
  expectSecondRejected,
} from '../../suites/documents/expectations.ts'
import { expectDeleted, expectShown } from '../../suites/expectations.ts'
import { judge, judgeCreated, judgeListed, judgeSettled } from '../judge.ts'
import { Violation, isSuccess, withSuccess } from '../violation.ts'
import { picked } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

const uploadDocument = stepKind({
  name: 'upload-document',
  area: 'documents',
  operations: ['createDocument'],
  weight: 6,
  params: fc.record({ by: fc.constantFrom('CUSTOMER', 'BENEFICIAL_OWNER') }),
  may: () => true,
  async take({ documents }, { context: { arrange, platform } }, { by }) {
    const { documentHolderId, document, replacement } = await arrange(
      'document-holder',
      by === 'CUSTOMER' ? {} : { of: by },
    )
    const requirement = by === 'CUSTOMER' ? (documents.length > 0 ? 'DOC-09' : 'DOC-01') : 'DOC-02'
    const response = await platform.documents.create(document)
    const id = judgeCreated(requirement, response)
    if (documents.some((one) => one.id === id))
      throw new Violation(
        'DOC-09',
        'the documents of two holders have the same identifier',
        response.exchange,
      )
    documents.push({
      id,
      holderId: documentHolderId,
      document,
      replacement,
      state: 'there',
      before: undefined,
      defended: false,
    })
  },
})

const ofDocument = fc.record({ of: fc.nat(9) })

const readDocument = stepKind({
  name: 'read-document',
  area: 'documents',
  operations: ['getDocument'],
  params: ofDocument,
  may: ({ documents }, { of }) => ['there', 'deleted'].includes(picked(documents, of)?.state ?? ''),
  async take({ documents }, world, { of }) {
    const { id, state, before, defended } = picked(documents, of)!
    const read = () => world.context.platform.documents.get(id)
    if (state === 'there')
      await judgeSettled(world, defended ? 'DOC-06' : 'DOC-03', read, (seen) => expectShown(seen, id))
    else if (before) await judgeSettled(world, 'DOC-12', read, (seen) => expectDeleted(before, seen))
  },
})

const listDocuments = stepKind({
  name: 'list-documents',
  area: 'documents',
  operations: ['listDocuments'],
  params: ofDocument,
  may: ({ documents }, { of }) => picked(documents, of)?.state === 'there',
  async take({ documents }, world, { of }) {
    const { id, holderId } = picked(documents, of)!
    const client = world.context.platform.documents
    const getPage = (cursor?: string) =>
      client.list({ documentHolder: holderId, ...(cursor !== undefined && { cursor }) })
    await judgeListed(world, 'DOC-04', getPage, id)
  },
})

const uploadAgain = stepKind({
  name: 'upload-document-again',
  area: 'documents',
  operations: ['createDocument'],
  weight: 4,
  params: fc.record({ of: fc.nat(9), another: fc.boolean() }),
  may: ({ documents }, { of }) => picked(documents, of) !== undefined,
  async take({ documents }, { context }, { of, another }) {
    const document = picked(documents, of)!
    const body = another ? document.replacement : document.document
    const client = context.platform.documents
    if (document.state === 'deleted') {
      const response = await context.poll(() => client.create(document.document), isSuccess)
      document.id = judgeCreated('DOC-13', response)
      document.state = 'there'
      return
    }
    const response = await client.create(body)
    if (document.state === 'replaced') judge('DOC-08', response, expectBesideReplacedRejected)
    else if (another) judge('DOC-06', response, expectOtherRejected)
    else judge('DOC-05', response, expectSecondRejected)
    document.defended = true
  },
})

const replaceDocument = stepKind({
  name: 'replace-document',
  area: 'documents',
  operations: ['replaceDocument'],
  params: ofDocument,
  may: ({ documents }, { of }) => picked(documents, of)?.state === 'there',
  async take({ documents }, { context }, { of }) {
    const document = picked(documents, of)!
    const response = await retryInConflict(context, () =>
      context.platform.documents.replace(document.id, document.replacement),
    )
    if (isConflict(response)) return
    withSuccess(response, 'DOC-07', 'replacing a document')
    document.state = 'replaced'
  },
})

const deleteDocument = stepKind({
  name: 'delete-document',
  area: 'documents',
  operations: ['deleteDocument'],
  params: ofDocument,
  may: ({ documents }, { of }) => picked(documents, of)?.state === 'there',
  async take({ documents }, { context, deployment }, { of }) {
    const document = picked(documents, of)!
    const client = context.platform.documents
    if (deployment.operations.getDocument !== null) document.before = await client.get(document.id)
    const response = await retryInConflict(context, () => client.delete(document.id))
    // The contract does not show whether, and for how long, a document can be deleted.
    if (response.status === 400 || response.status === 409) return
    withSuccess(response, 'DOC-12', 'deleting a document')
    document.state = 'deleted'
  },
})

const unknownDocument = stepKind({
  name: 'unknown-document',
  area: 'documents',
  operations: ['createDocument', 'getDocument', 'replaceDocument'],
  params: fc.record({ of: fc.nat(9), what: fc.constantFrom('holder', 'read', 'replace') }),
  may: ({ documents }, { of }) => picked(documents, of)?.state === 'there',
  async take({ documents }, { context }, { of, what }) {
    const { id, holderId, document, replacement } = picked(documents, of)!
    const client = context.platform.documents
    if (what === 'holder') {
      const nonexistent = nonexistentId(holderId, context)
      const body: unknown = JSON.parse(JSON.stringify(document).replaceAll(holderId, nonexistent))
      judge('DOC-10', await client.create(body), expectHolderNotFound)
      return
    }
    const nothing = nonexistentId(id, context)
    const response = await (what === 'read' ? client.get(nothing) : client.replace(nothing, replacement))
    judge('DOC-11', response, expectDocumentNotFound)
  },
})

const documentsWithInvalidCredentials = stepKind({
  name: 'documents-with-invalid-credentials',
  area: 'documents',
  operations: ['createDocument', 'getDocument'],
  params: fc.record({ of: fc.nat(9), who: invalidCredentialsName, what: fc.constantFrom('upload', 'read') }),
  may: ({ documents }, { of }) => picked(documents, of)?.state === 'there',
  async take({ documents: known }, world, { of, who, what }) {
    if (what === 'read') {
      const { id } = picked(known, of)!
      return requireCredentials(who, world, 'DOC-14', ({ documents }) => documents.get(id))
    }
    const { document } = await world.context.arrange('document-holder', {})
    return requireCredentials(who, world, 'DOC-14', ({ documents }) => documents.create(document))
  },
})

export const documentSteps: readonly AnyStepKind[] = [
  uploadDocument,
  readDocument,
  listDocuments,
  uploadAgain,
  replaceDocument,
  deleteDocument,
  unknownDocument,
  documentsWithInvalidCredentials,
]
