import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused, type Refusal } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { pageFrom } from '../page-from.ts'
import { readScan } from '../read-scan.ts'
import type { Document, DocumentHolder } from '../resources/documents.ts'
import type { Store } from '../store.ts'

type Body = Readonly<Record<string, unknown>>

const createDocument: PlatformOperation = async (setting, call) => {
  const { rules, store, now } = setting
  const { documentType, holder } = examined(setting, call.body())
  const existing = rules.documentInTheWay(store.documents.values(), holder.id, documentType)
  if (existing) {
    if (!rules.documentInTheWaySurvives()) store.documents.delete(existing.id)
    throw new Refused(rules.documentAlreadyExists())
  }
  await rules.beforeDocumentIsStored()
  const document: Document = {
    id: rules.newId('Document'),
    documentHolder: holder.id,
    documentType,
    createdAt: now(),
    updatedAt: now(),
  }
  store.documents.set(document.id, document)
  return { status: 201, body: documentBody(setting, document) }
}

const replaceDocument: PlatformOperation = (setting, call) => {
  const { rules, store, now } = setting
  const document = documentNamed(setting, call)
  const { documentHolder, documentType, createdAt } = document
  examined(setting, { documentHolder, documentType, ...call.body() })
  remove(setting, document)
  const replaced = { ...document, createdAt, updatedAt: now() }
  if (rules.replacesInPlace()) store.documents.set(document.id, replaced)
  return { status: 200, body: documentBody(setting, replaced) }
}

const getDocument: PlatformOperation = (setting, call) => ({
  status: 200,
  body: documentBody(setting, documentNamed(setting, call)),
})

const listDocuments: PlatformOperation = (setting, { query }) => {
  const { rules, store } = setting
  const listed = rules
    .documentsListed([...store.documents.values()], query.documentHolder)
    .map((document) => documentBody(setting, document))
  const size = Math.min(rules.documentPageSize(), Number(query.limit ?? Infinity))
  return { status: 200, body: pageFrom(listed, rules.documentsFrom(query.cursor), size) }
}

const deleteDocument: PlatformOperation = (setting, call) => {
  const document = documentNamed(setting, call)
  if (setting.rules.deletesDocuments()) remove(setting, document)
  return { status: 204, body: undefined }
}

function remove({ rules, store }: Setting, document: Document): void {
  for (const { id } of rules.documentsToRemove(document, [...store.documents.values()])) {
    store.documents.delete(id)
  }
}

function documentNamed({ rules, store }: Setting, call: Call): Document {
  const document = rules.documentNamed(store.documents, call.parameter('documentId'))
  if (!document) throw new Refused(rules.documentNotFound())
  return document
}

/** The type and the holder of a document that stands up to examination. */
function examined(
  setting: Setting,
  { documentHolder, documentType, file }: Body,
): { readonly documentType: string; readonly holder: DocumentHolder } {
  const { rules, store, now } = setting
  if (typeof documentType !== 'string') throw invalidField(setting, 'documentType')
  const holder = rules.documentHolderNamed(holdersIn(store), documentHolder)
  if (!holder) throw new Refused(rules.documentHolderNotFound())
  const scan = readScan(file)
  const unless = (holds: boolean, refusal: () => Refusal) => {
    if (!holds) throw new Refused(refusal())
  }
  unless(rules.documentTypeIsAccepted(documentType), rules.documentUnsuitable)
  if (!rules.scanIsLegible(scan)) throw new Refused(rules.documentOfLowQuality())
  unless(scan.sides >= rules.sidesOf(documentType), rules.documentIncomplete)
  unless(rules.scanLooksGenuine(scan), rules.documentSuspected)
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
  { rules }: Setting,
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
