import type { StateParams, StateValues } from '../../spec/index.ts'
import { Blocked, changeNew, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

/** A document that was uploaded for the check, and its holder. */
export interface UploadedDocument extends Readonly<StateValues['document-holder']> {
  readonly documentId: string
}

/** @throws Blocked when no document can be uploaded */
export async function uploadDocument(
  { arrange, platform }: Pick<CheckContext, 'arrange' | 'platform'>,
  of: StateParams['document-holder'] = {},
): Promise<UploadedDocument> {
  const holder = await arrange('document-holder', of)
  const response = await platform.documents.create(holder.document)
  const documentId = valueAt(response.body, 'id')
  if (response.status < 300 && typeof documentId === 'string') return { ...holder, documentId }
  throw new Blocked(
    'implementation',
    `uploading a document returned ${response.status} and no id (exchange ${response.exchange})`,
    'See in the requests of this check why no document can be uploaded. DOC-01 judges this step.',
  )
}

const isSuspected = ({ body }: CheckedResponse): boolean => valueAt(body, 'code') === 'SUSPECTED_FRAUD'

/**
 * Uploads the same document for the same holder again. A deployment may suspect a file that it has seen before: then
 * the replacement is uploaded.
 *
 * @throws Blocked when it suspects both
 */
export async function uploadAgain(
  { platform }: CheckContext,
  { document, replacement }: UploadedDocument,
): Promise<CheckedResponse> {
  const same = await platform.documents.create(document)
  if (!isSuspected(same)) return same
  const other = await platform.documents.create(replacement)
  if (!isSuspected(other)) return other
  throw new Blocked(
    'deployment-file',
    `this deployment suspects files that it has seen before (exchanges ${same.exchange} and ${other.exchange}), and this check has no third one`,
    'Allow the requirement with --allow-blocked.',
  )
}

/**
 * Requires that a second document of the same type for the same holder is a conflict. Otherwise, an accepted document of
 * another holder proves nothing.
 *
 * @throws Blocked when it was accepted
 */
export function requireConflict({ status, exchange }: CheckedResponse): void {
  if (status >= 400) return
  throw new Blocked(
    'implementation',
    `a second document of the same type for the same holder returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. DOC-05 judges this step.',
  )
}

/**
 * Reads the document by its identifier.
 *
 * @throws Blocked when it cannot be read
 */
export async function requireReadable({ platform, poll }: CheckContext, documentId: string): Promise<void> {
  const read = await poll(
    () => platform.documents.get(documentId),
    ({ status }) => status === 200,
  )
  if (read.status === 200) return
  throw new Blocked(
    'implementation',
    `reading a document returned ${read.status} (exchange ${read.exchange})`,
    'See the reason in the requests of this check. DOC-03 judges this step.',
  )
}

/**
 * An uploaded document that can be read by its identifier.
 *
 * @throws Blocked when it cannot be read
 */
export async function uploadReadableDocument(
  context: CheckContext,
  of: StateParams['document-holder'] = {},
): Promise<UploadedDocument> {
  const uploaded = await uploadDocument(context, of)
  await requireReadable(context, uploaded.documentId)
  return uploaded
}

/**
 * Replaces a document of this check, once the deployment has examined it (contract: Errors, gaps, item 1).
 *
 * @throws Blocked when its examination does not end in time
 */
export const replaceDocument = (
  context: CheckContext,
  { documentId, replacement }: Pick<UploadedDocument, 'documentId' | 'replacement'>,
): Promise<CheckedResponse> =>
  changeNew(context, () => context.platform.documents.replace(documentId, replacement))

/**
 * Deletes a document of this check, once the deployment has examined it.
 *
 * @throws Blocked when it is rejected: the contract does not show whether, and for how long, a document can be deleted
 */
export async function deleteDocument(
  context: CheckContext,
  { documentId }: Pick<UploadedDocument, 'documentId'>,
): Promise<CheckedResponse> {
  const response = await changeNew(context, () => context.platform.documents.delete(documentId))
  if (response.status !== 400 && response.status !== 409) return response
  throw new Blocked(
    'deployment-file',
    `the deletion of a document was rejected with ${response.status} (exchange ${response.exchange})`,
    'Bind operations.deleteDocument to null if documents cannot be deleted.',
  )
}

/** The body with another holder in every place of the first one. */
export const withHolder = (
  { documentHolderId, document }: UploadedDocument,
  holder: string,
): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(document).replaceAll(documentHolderId, holder)) as Readonly<
    Record<string, unknown>
  >

/** Pages of the documents of a holder. */
export const listOf =
  ({ platform }: CheckContext, documentHolder: string) =>
  (cursor?: string): Promise<CheckedResponse> =>
    platform.documents.list({ documentHolder, ...(cursor !== undefined && { cursor }) })

/**
 * The holder that a document shows.
 *
 * @throws Blocked when it shows none, since the contract shows no fields
 */
export function requireHolder({ body, exchange }: CheckedResponse): unknown {
  const holder = valueAt(body, 'documentHolder')
  if (holder !== undefined && holder !== null) return holder
  throw new Blocked(
    'deployment-file',
    `a document does not show its documentHolder (exchange ${exchange}); the field is a default of Assay`,
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/** The holder after a replacement, which may give the document another identifier: then it is not found, and kept. */
export const holderAfter = ({ body, status }: CheckedResponse, otherwise: string): unknown =>
  (status < 300 ? valueAt(body, 'documentHolder') : undefined) ?? otherwise

/** @throws Blocked when a document without a file is accepted: the contract shows neither its fields nor its checks */
export function requireRejectedFile({ status, exchange }: CheckedResponse): void {
  if (status >= 400 && status < 500) return
  throw new Blocked(
    'deployment-file',
    `a document without a file returned ${status} (exchange ${exchange})`,
    'This deployment examines documents later. Allow the requirement with --allow-blocked.',
  )
}

/** The holder and the type of a document: its short fields, without the contents of a file. */
export const withoutFile = (
  document: UploadedDocument['document'],
  documentHolderId: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(document).filter(([name, value]) => value === documentHolderId || /type/i.test(name)),
  )
