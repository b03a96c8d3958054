/** The holder of a document, with the name that it must show. */
export interface DocumentHolder {
  readonly id: string
  readonly fullName: unknown
}

/** The content of a document's scan. */
export interface Scan {
  /** undefined: unreadable. */
  readonly name?: string
  /** A date; default: it does not expire. */
  readonly expiresOn?: string
  readonly dotsPerInch: number
  /** Sides of the document in the scan. */
  readonly sides: number
  /** Pixels were changed after the scan. */
  readonly edited: boolean
}

export interface Document {
  readonly id: string
  readonly documentHolder: string
  readonly documentType: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Stored resources of documents. */
export interface DocumentsStore {
  readonly documents: Map<string, Document>
}

export const emptyDocuments = (): DocumentsStore => ({ documents: new Map() })
