/** Documents require the platform's credentials (contract: Authentication). */
import {
  rejectAgentTokens,
  requirePlatformCredentials,
  readStatus,
  type GuardedOperation,
} from '../platform-credentials.ts'
import { requireReadable, uploadDocument } from './uploaded-document.ts'

const OPERATIONS: readonly GuardedOperation[] = [
  {
    operation: 'createDocument',
    // A holder has one document of a type: had a rejected request uploaded it, the accepted one would conflict.
    arrange: async ({ arrange }) => {
      const { document, documentHolderId } = await arrange('document-holder', {})
      return { send: ({ documents }) => documents.create(document), shows: documentHolderId, conflicts: true }
    },
  },
  {
    operation: 'listDocuments',
    arrange: async (context) => {
      const { documentHolderId, documentId } = await uploadDocument(context)
      return {
        send: ({ documents }) => documents.list({ documentHolder: documentHolderId }),
        shows: documentId,
      }
    },
  },
  {
    operation: 'getDocument',
    arrange: async (context) => {
      const { documentId } = await uploadDocument(context)
      await requireReadable(context, documentId)
      return { send: ({ documents }) => documents.get(documentId) }
    },
  },
  {
    operation: 'replaceDocument',
    arrange: async (context) => {
      const { documentId, replacement } = await uploadDocument(context)
      await requireReadable(context, documentId)
      return { send: ({ documents }) => documents.replace(documentId, replacement), changesNew: true }
    },
  },
  {
    operation: 'deleteDocument',
    arrange: async (context) => {
      const { documentId } = await uploadDocument(context)
      await requireReadable(context, documentId)
      return {
        send: ({ documents }) => documents.delete(documentId),
        changesNew: true,
        effect: () => readStatus(context.platform.documents.get(documentId)),
      }
    },
  },
]

requirePlatformCredentials('DOC-14', OPERATIONS)
rejectAgentTokens('DOC-18', OPERATIONS)
