/** Operations of documents, by the names of their bindings and the credentials they take. */
export const documentsOperations = { platform: {}, agent: {}, open: {} }
