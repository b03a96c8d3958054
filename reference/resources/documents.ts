/** What the deployment holds for documents. */
export interface DocumentsStore {}

export const emptyDocuments = (): DocumentsStore => ({})
