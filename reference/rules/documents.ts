import type { Refusal } from '../errors.ts'
import type { Document, DocumentHolder, Scan } from '../resources/documents.ts'

const refused = (code: Refusal['code'], reason: string) => (): Refusal => ({ status: 400, code, reason })

/** Contract: What the service does, row Documents; Errors. */
export const documentsRules = {
  documentHolderNamed: (
    holders: Iterable<DocumentHolder>,
    documentHolder: unknown,
  ): DocumentHolder | undefined => {
    for (const holder of holders) if (holder.id === documentHolder) return holder
    return undefined
  },

  documentHolderNotFound: (): Refusal => ({
    status: 404,
    code: 'DOCUMENT_HOLDER_NOT_FOUND',
    reason: 'There is no such document holder.',
  }),

  /** The document of this type that the holder has already; only PUT replaces it. */
  documentInTheWay: (
    documents: Iterable<Document>,
    documentHolder: string,
    documentType: string,
  ): Document | undefined => {
    for (const document of documents) {
      if (document.documentHolder === documentHolder && document.documentType === documentType)
        return document
    }
    return undefined
  },

  /** 409 DOCUMENT_ALREADY_EXISTS. */
  documentAlreadyExists: (): Refusal => ({
    status: 409,
    code: 'DOCUMENT_ALREADY_EXISTS',
    reason: 'The holder has a document of this type. Replace it with PUT.',
  }),

  /** Between the look for another document and the upload nothing is waited for. */
  beforeDocumentIsStored: (): Promise<void> | undefined => undefined,

  /** What a document that is rejected for another does to that one. */
  documentInTheWaySurvives: (): boolean => true,

  documentNamed: (documents: ReadonlyMap<string, Document>, documentId: string): Document | undefined =>
    documents.get(documentId),

  documentNotFound: (): Refusal => ({ status: 404, code: 'NOT_FOUND', reason: 'There is no such document.' }),

  /** The documents of a list, by the holder that was asked for. */
  documentsListed: (
    documents: readonly Document[],
    documentHolder: string | undefined,
  ): readonly Document[] =>
    documents.filter(
      (document) => documentHolder === undefined || document.documentHolder === documentHolder,
    ),

  /** Where the page at a cursor begins. */
  documentsFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  documentPageSize: (): number => 100,

  /** The documents that go when one is replaced or deleted. */
  documentsToRemove: (document: Document, _documents: readonly Document[]): readonly Document[] => [document],

  /** A document that is replaced keeps its identifier. */
  replacesInPlace: (): boolean => true,

  deletesDocuments: (): boolean => true,

  documentTypeIsAccepted: (documentType: string): boolean =>
    ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'PROOF_OF_ADDRESS'].includes(documentType),

  /** 400 UNSUITABLE_DOCUMENT. */
  documentUnsuitable: refused('UNSUITABLE_DOCUMENT', 'No document of this type is taken.'),

  /** What cannot be read, or hardly, is of too low a quality. */
  scanIsLegible: (scan: Scan | undefined): scan is Scan => scan !== undefined && scan.dotsPerInch >= 150,

  /** 400 LOW_QUALITY. */
  documentOfLowQuality: refused('LOW_QUALITY', 'The scan cannot be read well enough.'),

  sidesOf: (documentType: string): number =>
    documentType === 'DRIVERS_LICENSE' || documentType === 'NATIONAL_ID' ? 2 : 1,

  /** 400 INCOMPLETE. */
  documentIncomplete: refused('INCOMPLETE', 'A side of the document is missing.'),

  scanLooksGenuine: ({ edited }: Scan): boolean => !edited,

  /** 400 SUSPECTED_FRAUD. */
  documentSuspected: refused('SUSPECTED_FRAUD', 'The scan seems to have been edited.'),

  documentHasExpired: ({ expiresOn }: Scan, now: number): boolean =>
    expiresOn !== undefined && Date.parse(expiresOn) <= now,

  /** 400 EXPIRED. */
  documentExpired: refused('EXPIRED', 'The document has expired.'),

  scanIsOfHolder: ({ name }: Scan, { fullName }: DocumentHolder): boolean =>
    fullName === undefined || name === undefined || name === fullName,

  /** 400 DATA_MISMATCH. */
  documentMismatched: refused('DATA_MISMATCH', 'The document bears another name.'),
}
