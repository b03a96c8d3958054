import type { OperationName } from '../spec/index.ts'
import type { Rules } from '../reference/rules/index.ts'

/** Reads a body that lacks its last brace as if it were whole. */
export const completesJson =
  (affected: OperationName) =>
  ({ parseBody }: Rules): Partial<Rules> => ({
    parseBody(operation, text) {
      try {
        return parseBody(operation, text)
      } catch (error) {
        if (operation !== affected) throw error
        return parseBody(operation, `${text}}`)
      }
    },
  })
