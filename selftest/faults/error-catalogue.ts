import { catalogueCodes, type CatalogueCode, type ErrorCode } from '../../spec/index.ts'
import type { Fault } from './fault.ts'

/** What implementers fall back on when they have no case for a code. */
const GENERIC: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  500: 'INTERNAL_ERROR',
}

/** The status that a code is confused with. */
const CONFUSED: Readonly<Record<number, number>> = { 400: 409, 401: 400, 404: 400, 409: 400, 500: 400 }

/** Every other code, and those that are generic themselves, under a wrong status; the rest as the generic code. */
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
    // The same response breaks what every response is held to.
    mayAlsoBreak: ['CNV-07'],
    replace: (conforming) => ({
      refusalAsAnswered: (why) =>
        conforming.refusalAsAnswered(why.code === code ? { ...why, status: confused } : why),
    }),
  }
}

/** Codes that the reference is brought to answer on the list of agent actions, whose errors have a shape of their own. */
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
    // The same responses break what every response is held to. Other operations return the codes of the list as well.
    mayAlsoBreak: [
      'CNV-06',
      ...catalogueCodes
        .filter(({ code }) => OF_THE_LIST.includes(code))
        .map(({ requirement }) => requirement),
    ],
    replace: { platformErrorBody: ({ code }) => ({ code }) },
  },
]
