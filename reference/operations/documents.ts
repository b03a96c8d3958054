import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused, type Refusal } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { pageFrom } from '../page-from.ts'
import { readScan } from '../read-scan.ts'
import type { Document, DocumentHolder } from '../resources/documents.ts'
import type { Store } from '../store.ts'

type Body = Readonly<Record<string, unknown>>

const createDocument: PlatformOperation = async (server, call) => {
  const { rules, store, now } = server
  const { documentType, holder } = examined(server, call.body())
  const existing = rules.documentInTheWay(store.documents.values(), holder.id, documentType)
  if (existing) {
    if (!rules.documentInTheWaySurvives) store.documents.delete(existing.id)
    throw new Refused(rules.documentAlreadyExists)
  }
  await rules.before('createDocument')
  const document: Document = {
    id: rules.newId('Document'),
    documentHolder: holder.id,
    documentType,
    createdAt: now(),
    updatedAt: now(),
  }
  store.documents.set(document.id, document)
  return { status: 201, body: documentBody(server, document) }
}

const replaceDocument: PlatformOperation = async (server, call) => {
  const { rules, store, now } = server
  const document = documentNamed(server, call)
  const wait = rules.before('changeDocument', document.id)
  if (wait) await wait
  const { documentHolder, documentType, createdAt } = document
  examined(server, { documentHolder, documentType, ...call.body() })
  store.documents.delete(document.id)
  const replaced = { ...document, createdAt, updatedAt: now() }
  if (rules.replacesInPlace) store.documents.set(document.id, replaced)
  return { status: 200, body: documentBody(server, replaced) }
}

const getDocument: PlatformOperation = (server, call) => ({
  status: 200,
  body: documentBody(server, documentNamed(server, call)),
})

const listDocuments: PlatformOperation = (server, { query }) => {
  const { rules, store } = server
  const listed = rules
    .documentsListed([...store.documents.values()], query.documentHolder)
    .map((document) => documentBody(server, document))
  const size = Math.min(rules.documentPageSize, Number(query.limit ?? Infinity))
  return { status: 200, body: pageFrom(listed, rules.documentsFrom(query.cursor), size) }
}

const deleteDocument: PlatformOperation = async (server, call) => {
  const document = documentNamed(server, call)
  const { rules, store } = server
  const wait = rules.before('changeDocument', document.id)
  if (wait) await wait
  for (const { id } of rules.affected('deleteDocument', document, store.documents.values()))
    store.documents.delete(id)
  return { status: 204, body: undefined }
}

function documentNamed({ rules, store }: ServerContext, call: Call): Document {
  const document = rules.documentNamed(store.documents, call.parameter('documentId'))
  if (!document) throw new Refused(rules.documentNotFound)
  return document
}

/** The type and the holder of a document that passes the examination. */
function examined(
  server: ServerContext,
  { documentHolder, documentType, file }: Body,
): { readonly documentType: string; readonly holder: DocumentHolder } {
  const { rules, store, now } = server
  if (typeof documentType !== 'string') throw invalidField(server, 'documentType')
  const holder = rules.documentHolderNamed(holdersIn(store), documentHolder)
  if (!holder) throw new Refused(rules.documentHolderNotFound)
  const scan = readScan(file)
  const unless = (holds: boolean, refusal: Refusal) => {
    if (!holds) throw new Refused(refusal)
  }
  unless(rules.documentTypeIsAccepted(documentType), rules.documentUnsuitable)
  if (!rules.scanIsLegible(scan)) throw new Refused(rules.documentOfLowQuality)
  unless(scan.sides >= rules.sidesOf(documentType), rules.documentIncomplete)
  unless(rules.scanLooksGenuine(scan, file, holder.id), rules.documentSuspected)
  unless(!rules.documentHasExpired(scan, now()), rules.documentExpired)
  unless(rules.scanIsOfHolder(scan, holder), rules.documentMismatched)
  return { documentType, holder }
}

/** Customers and beneficial owners. */
function* holdersIn({ customers, beneficialOwners }: Store): Generator<DocumentHolder> {
  for (const { id, information } of customers.values()) yield { id, fullName: information.fullName }
  yield* beneficialOwners.values()
}

const documentBody = (
  { rules }: ServerContext,
  { id, documentHolder, documentType, createdAt, updatedAt }: Document,
): Body => ({
  id,
  documentHolder,
  documentType,
  createdAt: rules.serialiseTimestamp(createdAt),
  updatedAt: rules.serialiseTimestamp(updatedAt),
})

/** Operations of documents, by the names of their bindings and the credentials they take. */
export const documentsOperations = {
  platform: { listDocuments, createDocument, getDocument, replaceDocument, deleteDocument },
  agent: {},
  open: {},
}
