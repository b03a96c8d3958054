/** Documents of customers and beneficial owners (contract: What the service does, row Documents; Errors). */
import {
  check,
  createdId,
  expect,
  findById,
  findListed,
  firstPages,
  nonexistentId,
  listItemsOf,
  retryInConflict,
  retryUntilFound,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import {
  expectCreated,
  expectDeleted,
  expectListed,
  expectShown,
  isDeleted,
  isUnlisted,
} from '../expectations.ts'
import {
  expectBesideReplacedRejected,
  expectDocumentNotFound,
  expectHolderNotFound,
  expectOtherRejected,
  expectSecondRejected,
} from './expectations.ts'
import {
  deleteDocument,
  holderAfter,
  listOf,
  replaceDocument,
  requireConflict,
  requireHolder,
  requireReadable,
  requireRejectedFile,
  uploadReadableDocument,
  uploadAgain,
  uploadDocument,
  withHolder,
  withoutFile,
  type UploadedDocument,
} from './uploaded-document.ts'

check('DOC-01', 'a document of a customer is uploaded', async ({ arrange, platform }) => {
  const { document } = await arrange('document-holder', {})

  const response = await platform.documents.create(document)

  expectCreated(response)
})

check('DOC-02', 'a document of a beneficial owner is uploaded', async ({ arrange, platform }) => {
  const { document } = await arrange('document-holder', { of: 'BENEFICIAL_OWNER' })

  const response = await platform.documents.create(document)

  expect(response).toSucceed()
})

check('DOC-03', 'a document is read by its identifier', async (context) => {
  const { documentId } = await uploadDocument(context)

  const read = await context.poll(
    () => context.platform.documents.get(documentId),
    ({ status }) => status === 200,
  )

  expectShown(read, documentId)
})

check('DOC-04', 'a document is listed', async (context) => {
  const { documentId, documentHolderId } = await uploadDocument(context)

  const found = await context.poll(
    () => findListed(listOf(context, documentHolderId), ({ id }) => id === documentId),
    ({ item }) => item !== undefined,
  )

  expectListed(found, documentId)
})

check('DOC-04', 'a replaced document is listed', async (context) => {
  const { documentId, documentHolderId, replacement } = await uploadReadableDocument(context)
  const replaced = await replaceDocument(context, { documentId, replacement })
  // The contract does not show whether a replaced document keeps its identifier.
  const ids = [documentId, valueAt(replaced.body, 'id')]

  const found = await context.poll(
    () => findListed(listOf(context, documentHolderId), ({ id }) => ids.includes(id)),
    ({ item }) => item !== undefined,
  )

  expect(found.page).toSucceed()
  expect(ids, 'identifiers of the document').toContain(found.item?.id)
})

check('DOC-05', 'a second document of the same type conflicts', async (context) => {
  const uploaded = await uploadDocument(context)

  const response = await uploadAgain(context, uploaded)

  expectSecondRejected(response)
})

check('DOC-06', 'a rejected second document leaves the first', async (context) => {
  const { documentId, replacement } = await uploadDocument(context)
  await requireReadable(context, documentId)

  expectOtherRejected(await context.platform.documents.create(replacement))

  const read = await context.platform.documents.get(documentId)
  expectShown(read, documentId)
})

check('DOC-07', 'a document is replaced', async (context) => {
  const { documentId, replacement } = await uploadDocument(context)

  const response = await replaceDocument(context, { documentId, replacement })

  expect(response).toSucceed()
})

check('DOC-08', 'a replaced document is still the only one of its type', async (context) => {
  const uploaded = await uploadDocument(context)
  await replaceDocument(context, uploaded)

  const response = await uploadAgain(context, uploaded)

  expectBesideReplacedRejected(response)
})

const HOLDERS = [
  { who: 'customer', holder: 'CUSTOMER', needs: undefined },
  { who: 'beneficial owner', holder: 'BENEFICIAL_OWNER', needs: 'customers.beneficial-owners' },
] as const

for (const { who, holder, needs } of HOLDERS) {
  check(
    'DOC-09',
    `another ${who} may have a document of the same type`,
    { needs },
    async ({ arrange, platform }) => {
      const first = await arrange('document-holder', { of: holder })
      const second = await arrange('document-holder', { of: holder })
      const earlier = await platform.documents.create(first.document)
      requireConflict(await platform.documents.create(first.document))

      const response = await platform.documents.create(second.document)

      expect(response).toSucceed()
      expect(createdId(response), 'its identifier').not.toBe(createdId(earlier))
    },
  )
}

check('DOC-10', 'a nonexistent holder is not found', async (context) => {
  const uploaded = await uploadDocument(context)
  const unknownHolder = nonexistentId(uploaded.documentHolderId, context)

  const response = await context.platform.documents.create(withHolder(uploaded, unknownHolder))

  expectHolderNotFound(response)
})

check('DOC-11', 'a nonexistent document is not read', async (context) => {
  const { documentId } = await uploadDocument(context)
  await requireReadable(context, documentId)

  const response = await context.platform.documents.get(nonexistentId(documentId, context))

  expectDocumentNotFound(response)
})

check('DOC-11', 'a nonexistent document is not replaced', async (context) => {
  const { documentId, replacement } = await uploadDocument(context)
  const nothing = nonexistentId(documentId, context)

  const response = await context.platform.documents.replace(nothing, replacement)

  expectDocumentNotFound(response)
})

check('DOC-12', 'a deleted document is not found', async (context) => {
  const { documents } = context.platform
  const { documentId } = await uploadDocument(context)
  await requireReadable(context, documentId)
  const before = await documents.get(documentId)

  expect(await deleteDocument(context, { documentId })).toSucceed()

  const after = await context.poll(
    () => documents.get(documentId),
    (read) => isDeleted(before, read),
  )
  expectDeleted(before, after)
})

check('DOC-25', 'a deleted document is not listed', async (context) => {
  const { documentId, documentHolderId } = await uploadDocument(context)
  const listed = await findById(context, listOf(context, documentHolderId), documentId)
  expectListed(listed, documentId)

  expect(await deleteDocument(context, { documentId })).toSucceed()

  const found = await context.poll(
    () => findListed(listOf(context, documentHolderId), ({ id }) => id === documentId),
    (last) => isUnlisted(last, listed.item),
  )
  expect(isUnlisted(found, listed.item), 'whether the list omits or marks the document').toBe(true)
})

check('DOC-26', 'a document names no other holder', async (context) => {
  const { documentId, documentHolderId, replacement } = await uploadReadableDocument(context)
  await uploadReadableDocument(context)
  const before = await context.platform.documents.get(documentId)
  await replaceDocument(context, { documentId, replacement })

  const after = await context.platform.documents.get(documentId)

  expect(before).toSucceed()
  expect(requireHolder(before), 'documentHolder').toBe(documentHolderId)
  expect(holderAfter(after, documentHolderId), 'documentHolder after the replacement').toBe(documentHolderId)
})

check('DOC-13', 'once a document is deleted another one is uploaded', async (context) => {
  const uploaded = await uploadDocument(context)
  expect(await uploadAgain(context, uploaded)).toBeError(409)

  await deleteDocument(context, uploaded)

  const again = await context.poll(
    () => uploadAgain(context, uploaded),
    ({ status }) => status < 300,
  )
  expect(again).toSucceed()
})

check('DOC-21', 'of two concurrent uploads of one type one succeeds', async (context) => {
  const { document, replacement } = await context.arrange('document-holder', {})
  const twice = () =>
    context.concurrently(
      ...[document, replacement].map((body) => () => context.platform.documents.create(body)),
    )

  // Each may be rejected because of the other.
  const responses = await context.poll(twice, (both) => both.some(({ status }) => status < 300))

  const rejections = responses.map(({ status }) => status).filter((status) => status >= 300)
  expect(rejections, 'statuses of rejections').toEqual([409])
})

const CHANGES: readonly {
  readonly change: string
  readonly operation: 'replaceDocument' | 'deleteDocument'
  readonly of: 'CUSTOMER' | 'BENEFICIAL_OWNER'
  readonly send: (context: CheckContext, changed: UploadedDocument) => Promise<CheckedResponse>
}[] = [
  {
    change: 'replacing',
    operation: 'replaceDocument',
    of: 'CUSTOMER',
    send: replaceDocument,
  },
  {
    change: 'deleting',
    operation: 'deleteDocument',
    of: 'BENEFICIAL_OWNER',
    send: deleteDocument,
  },
]

for (const { change, operation, of, send } of CHANGES) {
  check(
    'DOC-22',
    `${change} a document leaves the others unchanged`,
    { operations: [operation] },
    async (context) => {
      const { documents } = context.platform
      const before = await uploadReadableDocument(context, { of })
      const changed = await uploadReadableDocument(context, { of })
      const after = await uploadReadableDocument(context, { of })

      expect(await send(context, changed)).toSucceed()

      const readBefore = await retryUntilFound(context, () => documents.get(before.documentId))
      const readAfter = await retryUntilFound(context, () => documents.get(after.documentId))
      expectShown(readBefore, before.documentId)
      expectShown(readAfter, after.documentId)
    },
  )
}

check('DOC-23', "another holder's documents are not listed", async (context) => {
  const own = await uploadDocument(context)
  const other = await uploadReadableDocument(context)
  const pages = listOf(context, own.documentHolderId)
  const { page, item } = await findById(context, pages, own.documentId)

  const found = await findListed(pages, ({ id }) => id === other.documentId)

  expect(page).toSucceed()
  expect(item?.id, "the holder's own document").toBe(own.documentId)
  expect(found.item, "the other holder's document").toBeUndefined()
})

check('DOC-24', 'nextCursor leads to another page', async (context) => {
  await uploadReadableDocument(context)
  await uploadReadableDocument(context)

  const { first, second, repeats, skips } = await firstPages(context, (cursor, limit) =>
    context.platform.documents.list({
      ...(cursor !== undefined && { cursor }),
      ...(limit !== undefined && { limit }),
    }),
  )

  expect(first).toSucceed()
  expect(listItemsOf(first), 'documents on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
  expect(skips, 'the second page skips an item').toBe(false)
})

check('DOC-27', 'a rejected replacement leaves the document', { waits: true }, async (context) => {
  const { documentId } = await uploadReadableDocument(context)
  requireRejectedFile(
    await retryInConflict(context, () => context.platform.documents.replace(documentId, {})),
  )

  const read = await context.poll(
    () => context.platform.documents.get(documentId),
    ({ status }) => status !== 200,
  )

  expectShown(read, documentId)
})

check('DOC-28', 'a rejected upload does not count as a document of its type', async (context) => {
  const { document, documentHolderId } = await context.arrange('document-holder', {})
  requireRejectedFile(await context.platform.documents.create(withoutFile(document, documentHolderId)))

  const response = await context.platform.documents.create(document)

  expectCreated(response)
})

check('DOC-29', 'a second deletion of a document causes no server error', async (context) => {
  const { documentId } = await uploadReadableDocument(context)
  expect(await deleteDocument(context, { documentId })).toSucceed()

  const again = await context.platform.documents.delete(documentId)

  expect(again.status, 'status').toBeLessThan(500)
})
