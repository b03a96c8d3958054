/** Who a document is about, with the name that it must bear. */
export interface DocumentHolder {
  readonly id: string
  readonly fullName: unknown
}

/** What the scan of a document shows, once it has been read. */
export interface Scan {
  /** undefined: it is not read. */
  readonly name?: string
  /** A date; default: it does not expire. */
  readonly expiresOn?: string
  readonly dotsPerInch: number
  /** Sides of it that are there. */
  readonly sides: number
  /** Pixels were changed after it was taken. */
  readonly edited: boolean
}

export interface Document {
  readonly id: string
  readonly documentHolder: string
  readonly documentType: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** What the deployment holds for documents. */
export interface DocumentsStore {
  readonly documents: Map<string, Document>
}

export const emptyDocuments = (): DocumentsStore => ({ documents: new Map() })
