import { setTimeout as sleep } from 'node:timers/promises'
import { brokenIn, refusedAs } from './deviations.ts'
import { openToStrangers } from './outsiders.ts'
import type { Fault } from './fault.ts'
import type { Document } from '../../reference/resources/documents.ts'

const isOfOwner = ({ documentHolder }: Document) => documentHolder.startsWith('BeneficialOwner:')

/** How deployments err in documents (contract: What the service does, row Documents; Errors). */
export const documentsFaults: readonly Fault[] = [
  {
    id: 'document-not-uploaded',
    title: 'fails when a document is uploaded',
    // All uploads are alike.
    breaks: ['DOC-01', 'DOC-02'],
    mayAlsoBreak: ['DOC-14'],
    replace: brokenIn('createDocument'),
  },
  {
    id: 'document-of-customers-only',
    title: 'knows customers as holders of documents only',
    breaks: ['DOC-02'],
    replace: (conforming) => ({
      documentHolderNamed: (holders, id) =>
        String(id).startsWith('Customer:') ? conforming.documentHolderNamed(holders, id) : undefined,
    }),
  },
  {
    id: 'document-not-read',
    title: 'answers the reading of a document with an error of its own',
    breaks: ['DOC-03'],
    replace: brokenIn('getDocument'),
  },
  {
    id: 'document-not-listed',
    title: 'lists the documents of all holders but the one that is asked for',
    breaks: ['DOC-04'],
    mayAlsoBreak: ['DOC-23'],
    replace: () => ({
      documentsListed: (documents, documentHolder) =>
        documents.filter((document) => document.documentHolder !== documentHolder),
    }),
  },
  {
    id: 'document-many-of-a-type',
    title: 'takes any number of documents of a type',
    breaks: ['DOC-05', 'DOC-06', 'DOC-08', 'DOC-13', 'DOC-21'],
    replace: () => ({ documentInTheWay: () => undefined }),
  },
  {
    id: 'document-exists-has-the-general-code',
    title: 'refuses a second document with the generic code',
    breaks: ['DOC-05'],
    replace: (conforming) => ({
      documentAlreadyExists: refusedAs(conforming.documentAlreadyExists, 409, 'CONFLICT'),
    }),
  },
  {
    id: 'document-exists-is-400',
    title: 'refuses a second document as invalid',
    breaks: ['DOC-05', 'DOC-08', 'DOC-13'],
    mayAlsoBreak: ['DOC-21'],
    replace: (conforming) => ({
      documentAlreadyExists: refusedAs(conforming.documentAlreadyExists, 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'document-lost-to-a-refused-one',
    title: 'removes a document to make place for another one, which it then refuses',
    breaks: ['DOC-06'],
    replace: () => ({ documentInTheWaySurvives: () => false }),
  },
  {
    id: 'document-not-replaced',
    title: 'fails when a document is replaced',
    breaks: ['DOC-07'],
    mayAlsoBreak: ['DOC-18', 'DOC-22', 'DOC-14'],
    replace: brokenIn('replaceDocument'),
  },
  {
    id: 'document-replaced-is-lost',
    title: 'removes a document that is replaced, and does not store the other one',
    breaks: ['DOC-08'],
    replace: () => ({ replacesInPlace: () => false }),
  },
  {
    id: 'document-one-for-all-holders',
    title: 'takes one document of a type, no matter who holds it',
    breaks: ['DOC-09'],
    // Anyone who uploads second is refused.
    mayAlsoBreak: ['DOC-14', 'DOC-21', 'DOC-01', 'DOC-02', 'DOC-13'],
    replace: () => ({
      documentInTheWay: (documents, _holder, documentType) =>
        [...documents].find((document) => document.documentType === documentType),
    }),
  },
  {
    id: 'document-unknown-holder-is-a-session',
    title: 'says of an unknown holder that a session was not found',
    breaks: ['DOC-10'],
    replace: (conforming) => ({
      documentHolderNotFound: refusedAs(conforming.documentHolderNotFound, 404, 'SESSION_NOT_FOUND'),
    }),
  },
  {
    id: 'document-of-nobody',
    title: 'takes documents of holders that it does not know',
    breaks: ['DOC-10'],
    replace: () => ({
      documentHolderNamed: (_holders, id) => ({ id: String(id), fullName: undefined }),
    }),
  },
  {
    id: 'document-unknown-conflicts',
    title: 'answers 409 to the identifier of a document that it does not know',
    breaks: ['DOC-11', 'DOC-12'],
    replace: (conforming) => ({ documentNotFound: refusedAs(conforming.documentNotFound, 409, 'CONFLICT') }),
  },
  {
    id: 'document-not-deleted',
    title: 'accepts the deletion of a document and keeps it',
    breaks: ['DOC-12', 'DOC-13'],
    replace: () => ({ deletesDocuments: () => false }),
  },
  {
    id: 'document-upload-open',
    title: 'takes documents from anyone who has some',
    breaks: ['DOC-14'],
    replace: openToStrangers('createDocument'),
  },
  {
    id: 'document-reading-open',
    title: 'shows documents to anyone who knows their identifiers',
    breaks: ['DOC-14'],
    replace: openToStrangers('getDocument'),
  },
  {
    id: 'document-uploaded-twice-at-once',
    title: 'looks for another document of the type, waits, and stores without looking again',
    breaks: ['DOC-21'],
    replace: () => ({
      beforeDocumentIsStored: async () => {
        await sleep(100)
      },
    }),
  },
  {
    id: 'document-removed-with-those-of-other-owners',
    title: 'removes the documents of all beneficial owners when that of one is deleted',
    breaks: ['DOC-22'],
    replace: () => ({
      documentsToRemove: (document, documents) =>
        isOfOwner(document) ? documents.filter(isOfOwner) : [document],
    }),
  },
  {
    id: 'document-list-of-all-holders',
    title: 'lists the documents of every holder, whichever is asked for',
    breaks: ['DOC-23'],
    replace: () => ({ documentsListed: (documents) => documents }),
  },
  {
    id: 'document-cursor-ignored',
    title: 'shows the first page of documents whatever the cursor',
    breaks: ['DOC-24'],
    replace: () => ({ documentsFrom: () => 0 }),
  },
]
