import { catalogueCodes, type CatalogueCode, type ErrorCode } from '../../spec/index.ts'
import type { Fault } from './fault.ts'

/** Codes that implementers use if they have none for the condition. */
const GENERIC: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  500: 'INTERNAL_ERROR',
}

/** The wrong status of a code. */
const CONFUSED: Readonly<Record<number, number>> = { 400: 409, 401: 400, 404: 400, 409: 400, 500: 400 }

/** Every second code, and the generic ones, under a wrong status; the rest as the generic code. */
function faultOf({ status, code, requirement }: CatalogueCode, index: number): Fault {
  const generic = GENERIC[status]!
  if (index % 2 === 0 && code !== generic) {
    return {
      id: `error-${code}-as-${generic}`.toLowerCase(),
      title: `returns ${generic} instead of ${code}`,
      breaks: [requirement],
      replace: (conforming) => ({
        refusalAsAnswered: (why) =>
          conforming.refusalAsAnswered(why.code === code ? { ...why, code: generic } : why),
      }),
    }
  }
  const confused = CONFUSED[status]!
  return {
    id: `error-${code}-under-${confused}`.toLowerCase(),
    title: `returns ${code} with ${confused}`,
    breaks: [requirement],
    // The same response violates the rules of every response.
    mayAlsoBreak: ['CNV-07'],
    replace: (conforming) => ({
      refusalAsAnswered: (why) =>
        conforming.refusalAsAnswered(why.code === code ? { ...why, status: confused } : why),
    }),
  }
}

/** Codes that the reference server can return on the list of agent actions, which has its own error shape. */
const OF_THE_LIST: readonly ErrorCode[] = ['UNAUTHORIZED', 'SERVICE_SWITCH_ERROR']

/** Contract: Errors. */
export const errorCatalogueFaults: readonly Fault[] = [
  ...catalogueCodes.map(faultOf),
  {
    id: 'error-without-reason',
    title: 'returns errors with the code alone',
    breaks: catalogueCodes
      .filter(({ code }) => !OF_THE_LIST.includes(code))
      .map(({ requirement }) => requirement),
    // The same responses violate the rules of every response. Other operations return the codes of the list too.
    mayAlsoBreak: [
      'CNV-06',
      ...catalogueCodes
        .filter(({ code }) => OF_THE_LIST.includes(code))
        .map(({ requirement }) => requirement),
    ],
    replace: { platformErrorBody: ({ code }) => ({ code }) },
  },
]
