import { crashesWhenDeletedTwice } from './deleted-twice.ts'
import { randomUUID } from 'node:crypto'
import { affects, affectsNothing } from '../affects.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'
import { rewriting } from './rewriting.ts'
import type { Document, DocumentHolder, Scan } from '../../reference/resources/documents.ts'

const isOfOwner = ({ documentHolder }: Document) => documentHolder.startsWith('BeneficialOwner:')

/** Faults of documents (contract: What the service does, row Documents; Errors). */
const documentInAnyWay = (documentHolder: string, documentType: string): Document => ({
  id: `Document:${randomUUID()}`,
  documentHolder,
  documentType,
  createdAt: Date.now(),
  updatedAt: Date.now(),
})

export const documentsFaults: readonly Fault[] = [
  {
    id: 'document-not-uploaded',
    title: 'returns 500 when a document is uploaded',
    // All uploads have the same content.
    breaks: ['DOC-01', 'DOC-02'],
    mayAlsoBreak: ['DOC-14', 'DOC-18'],
    replace: crashesIn('createDocument'),
  },
  {
    id: 'document-of-customers-only',
    title: 'accepts only customers as document holders',
    breaks: ['DOC-02'],
    mayAlsoBreak: ['DOC-09'],
    replace: (conforming) => ({
      documentHolderNamed: (holders, id) =>
        String(id).startsWith('Customer:') ? conforming.documentHolderNamed(holders, id) : undefined,
    }),
  },
  {
    id: 'document-not-read',
    title: 'returns an error when a document is read',
    breaks: ['DOC-03'],
    replace: crashesIn('getDocument'),
  },
  {
    id: 'document-not-listed',
    title: 'lists the documents of all holders but the requested one',
    breaks: ['DOC-04'],
    mayAlsoBreak: ['DOC-25', 'DOC-23'],
    replace: {
      documentsListed: (documents, documentHolder) =>
        documents.filter((document) => document.documentHolder !== documentHolder),
    },
  },
  {
    id: 'document-many-of-a-type',
    title: 'accepts any number of documents of a type',
    breaks: ['DOC-05', 'DOC-06', 'DOC-08', 'DOC-13', 'DOC-21'],
    replace: { documentInTheWay: () => undefined },
  },
  {
    id: 'document-exists-has-the-general-code',
    title: 'rejects a second document with the generic code',
    breaks: ['DOC-05'],
    replace: refused('documentAlreadyExists', 409, 'CONFLICT'),
  },
  {
    id: 'document-exists-is-400',
    title: 'rejects a second document with 400',
    breaks: ['DOC-05', 'DOC-08', 'DOC-13'],
    mayAlsoBreak: ['DOC-21'],
    replace: refused('documentAlreadyExists', 400, 'INVALID_INPUT'),
  },
  {
    id: 'document-lost-to-a-refused-one',
    title: 'removes the existing document when it rejects a second one',
    breaks: ['DOC-06'],
    replace: { documentInTheWaySurvives: false },
  },
  {
    id: 'document-not-replaced',
    title: 'returns 500 when a document is replaced',
    breaks: ['DOC-07'],
    mayAlsoBreak: ['DOC-18', 'DOC-22', 'DOC-14'],
    replace: crashesIn('replaceDocument'),
  },
  {
    id: 'document-replaced-is-lost',
    title: 'removes a replaced document without storing the new one',
    breaks: ['DOC-04', 'DOC-08'],
    replace: { replacesInPlace: false },
  },
  {
    id: 'document-one-for-all-holders',
    title: 'accepts one document per type across all holders',
    breaks: ['DOC-09'],
    // Every second upload is rejected.
    mayAlsoBreak: ['DOC-14', 'DOC-18', 'DOC-21', 'DOC-01', 'DOC-02', 'DOC-13', 'DOC-28'],
    replace: {
      documentInTheWay: (documents, _holder, documentType) =>
        [...documents].find((document) => document.documentType === documentType),
    },
  },
  {
    id: 'document-one-for-all-owners',
    title: 'accepts one document per type across all beneficial owners',
    breaks: ['DOC-09'],
    // Documents of beneficial owners are rejected.
    mayAlsoBreak: ['DOC-02', 'DOC-14', 'DOC-18', 'DOC-22'],
    replace: ({ documentInTheWay }) => ({
      documentInTheWay(documents, holder, documentType) {
        const isOwners = (id: string) => id.startsWith('BeneficialOwner:')
        return isOwners(holder)
          ? [...documents].find((one) => one.documentType === documentType && isOwners(one.documentHolder))
          : documentInTheWay(documents, holder, documentType)
      },
    }),
  },
  {
    id: 'document-unknown-holder-is-a-session',
    title: 'reports "session not found" for an unknown holder',
    breaks: ['DOC-10'],
    replace: refused('documentHolderNotFound', 404, 'SESSION_NOT_FOUND'),
  },
  {
    id: 'document-of-unknown-holder',
    title: 'accepts documents of unknown holders',
    breaks: ['DOC-10'],
    replace: {
      documentHolderNamed: (_holders, id) => ({ id: String(id), fullName: undefined }),
    },
  },
  {
    id: 'document-unknown-conflicts',
    title: 'returns 409 for an unknown document',
    breaks: ['DOC-11', 'DOC-12'],
    replace: refused('documentNotFound', 409, 'CONFLICT'),
  },
  {
    id: 'document-not-deleted',
    title: 'accepts the deletion of a document, but keeps it',
    breaks: ['DOC-25', 'DOC-12', 'DOC-13'],
    replace: affectsNothing('deleteDocument'),
  },
  {
    id: 'document-upload-open',
    title: 'accepts documents without valid credentials',
    breaks: ['DOC-14'],
    replace: acceptsInvalidCredentials('createDocument'),
  },
  {
    id: 'document-reading-open',
    title: 'returns documents to any caller that knows their ids',
    breaks: ['DOC-14'],
    replace: acceptsInvalidCredentials('getDocument'),
  },
  {
    id: 'document-uploaded-twice-at-once',
    title: 'checks for a second document, waits, then stores without a second check',
    breaks: ['DOC-21'],
    replace: waitsBefore('createDocument'),
  },
  {
    id: 'document-removed-with-those-of-other-owners',
    title: 'removes the documents of all beneficial owners when one is deleted',
    breaks: ['DOC-22'],
    replace: affects(['deleteDocument'], (document, documents) =>
      isOfOwner(document) ? documents.filter(isOfOwner) : [document],
    ),
  },
  {
    id: 'document-list-of-all-holders',
    title: 'lists the documents of all holders, for any requested holder',
    breaks: ['DOC-23'],
    replace: { documentsListed: (documents) => documents },
  },
  {
    id: 'document-pages-skip',
    title: 'skips the first document of every page but the first',
    breaks: ['DOC-24'],
    mayAlsoBreak: ['DOC-04', 'DOC-23'],
    replace: { documentsFrom: (cursor) => (cursor === undefined ? 0 : Number(cursor) + 1) },
  },
  {
    id: 'document-cursor-ignored',
    title: 'returns the first page of documents for every cursor',
    breaks: ['DOC-24'],
    replace: { documentsFrom: () => 0 },
  },
  {
    id: 'document-unlisted-once-replaced',
    title: 'omits replaced documents from the list',
    breaks: ['DOC-04'],
    replace: ({ documentsListed }) => ({
      documentsListed: (documents, holder) =>
        documentsListed(
          documents.filter(({ createdAt, updatedAt }) => createdAt === updatedAt),
          holder,
        ),
    }),
  },
  {
    id: 'document-listed-once-deleted',
    title: 'lists documents that were deleted',
    breaks: ['DOC-25'],
    replace: ({ documentsListed }) => {
      const once = new Map<string, Document>()
      return {
        documentsListed: (documents, holder) => {
          for (const document of documents) once.set(document.id, document)
          return documentsListed([...once.values()], holder)
        },
      }
    },
  },
  {
    id: 'document-of-the-last-holder',
    title: 'returns the holder of the last upload when any document is read',
    breaks: ['DOC-26'],
    replace: ({ documentInTheWay }) => {
      let last = ''
      return {
        documentInTheWay: (documents, holder, type) => {
          last = holder
          return documentInTheWay(documents, holder, type)
        },
        ...rewriting('getDocument', { documentHolder: () => last }),
      }
    },
  },
  {
    id: 'document-lost-to-a-rejected-replacement',
    title: 'removes a document, then rejects its replacement',
    breaks: ['DOC-27'],
    replace: ({ documentNamed, scanIsLegible }) => {
      let removeNamed = (): unknown => undefined
      return {
        documentNamed: (documents, id) => {
          removeNamed = () => (documents as Map<string, unknown>).delete(id)
          // A replacement examines its scan at once; the scan of a later request is not of this document.
          queueMicrotask(() => (removeNamed = () => undefined))
          return documentNamed(documents, id)
        },
        scanIsLegible: (scan): scan is Scan => {
          const isLegible = scanIsLegible(scan)
          if (!isLegible) removeNamed()
          return isLegible
        },
      }
    },
  },
  {
    id: 'document-rejected-and-counted',
    title: 'counts a rejected document as one of its type',
    breaks: ['DOC-28'],
    replace: ({ documentInTheWay, documentHolderNamed, scanIsLegible }) => {
      const counted = new Set<unknown>()
      let holder: DocumentHolder | undefined
      return {
        documentHolderNamed: (holders, id) => (holder = documentHolderNamed(holders, id)),
        scanIsLegible: (scan): scan is Scan => {
          const isLegible = scanIsLegible(scan)
          if (!isLegible && holder) counted.add(holder.id)
          return isLegible
        },
        documentInTheWay: (documents, holderId, documentType) =>
          documentInTheWay(documents, holderId, documentType) ??
          (counted.has(holderId) ? documentInAnyWay(holderId, documentType) : undefined),
      }
    },
  },
  {
    id: 'document-deleted-twice-is-500',
    title: 'returns 500 to the second deletion of a document',
    breaks: ['DOC-29'],
    replace: crashesWhenDeletedTwice('deleteDocument'),
  },
]
