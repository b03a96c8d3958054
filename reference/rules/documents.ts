import { refusal } from '../errors.ts'
import type { Document, DocumentHolder, Scan } from '../resources/documents.ts'

/** Why requests are rejected. */
const refusals = {
  documentHolderNotFound: refusal(404, 'DOCUMENT_HOLDER_NOT_FOUND', 'There is no such document holder.'),
  /** 409 DOCUMENT_ALREADY_EXISTS. */
  documentAlreadyExists: refusal(
    409,
    'DOCUMENT_ALREADY_EXISTS',
    'The holder has a document of this type. Replace it with PUT.',
  ),
  documentNotFound: refusal(404, 'NOT_FOUND', 'There is no such document.'),
  /** 400 UNSUITABLE_DOCUMENT. */
  documentUnsuitable: refusal(400, 'UNSUITABLE_DOCUMENT', 'Documents of this type are not accepted.'),
  /** 400 LOW_QUALITY. */
  documentOfLowQuality: refusal(400, 'LOW_QUALITY', 'The scan cannot be read well enough.'),
  /** 400 INCOMPLETE. */
  documentIncomplete: refusal(400, 'INCOMPLETE', 'A side of the document is missing.'),
  /** 400 SUSPECTED_FRAUD. */
  documentSuspected: refusal(400, 'SUSPECTED_FRAUD', 'The scan seems to have been edited.'),
  /** 400 EXPIRED. */
  documentExpired: refusal(400, 'EXPIRED', 'The document has expired.'),
  /** 400 DATA_MISMATCH. */
  documentMismatched: refusal(400, 'DATA_MISMATCH', 'The document shows another name.'),
}

/** Contract: What the service does, row Documents; Errors. */
export const documentsRules = {
  ...refusals,

  documentHolderNamed: (
    holders: Iterable<DocumentHolder>,
    documentHolder: unknown,
  ): DocumentHolder | undefined => {
    for (const holder of holders) if (holder.id === documentHolder) return holder
    return undefined
  },

  /** The holder's existing document of this type; only PUT replaces it. */
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

  /** The effect of a rejected document on the existing one. */
  documentInTheWaySurvives: true,

  documentNamed: (documents: ReadonlyMap<string, Document>, documentId: string): Document | undefined =>
    documents.get(documentId),

  /** The documents of the requested holder. */
  documentsListed: (
    documents: readonly Document[],
    documentHolder: string | undefined,
  ): readonly Document[] =>
    documents.filter(
      (document) => documentHolder === undefined || document.documentHolder === documentHolder,
    ),

  /** The index of the first item after a cursor. */
  documentsFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  documentPageSize: 100,

  /** A replaced document keeps its identifier. */
  replacesInPlace: true,

  documentTypeIsAccepted: (documentType: string): boolean =>
    ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'PROOF_OF_ADDRESS'].includes(documentType),

  /** An unreadable or barely readable document has too low a quality. */
  scanIsLegible: (scan: Scan | undefined): scan is Scan => scan !== undefined && scan.dotsPerInch >= 150,

  sidesOf: (documentType: string): number =>
    documentType === 'DRIVERS_LICENSE' || documentType === 'NATIONAL_ID' ? 2 : 1,

  scanLooksGenuine: ({ edited }: Scan, _file: unknown, _holder: string): boolean => !edited,

  documentHasExpired: ({ expiresOn }: Scan, now: number): boolean =>
    expiresOn !== undefined && Date.parse(expiresOn) <= now,

  scanIsOfHolder: ({ name }: Scan, { fullName }: DocumentHolder): boolean =>
    fullName === undefined || name === undefined || name === fullName,
}
