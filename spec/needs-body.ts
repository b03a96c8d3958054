import type { Observation } from './invariants/observation.ts'

/** Methods whose requests have no body (RFC 9110, section 9.3). */
const WITHOUT_BODY: readonly string[] = ['GET', 'HEAD']
const UNSUPPORTED_MEDIA_TYPE = 415
/** Statuses of a rejection of what was sent: the error must name the missing body. */
const BECAUSE_OF_BODY: readonly number[] = [400, 422]
const NAMES_BODY = /body|json|content[- ]?type|media[- ]?type/i
/** An error names its reason early, characters. */
const LONGEST_ERROR = 4_000

/** Whether a request without a body was rejected because it has none. Many frameworks require a JSON body of every POST. */
export const needsBody = ({
  method,
  requestBody,
  status,
  body,
}: Pick<Observation, 'method' | 'requestBody' | 'status' | 'body'>): boolean =>
  requestBody === undefined &&
  !WITHOUT_BODY.includes(method) &&
  (status === UNSUPPORTED_MEDIA_TYPE ||
    (BECAUSE_OF_BODY.includes(status) &&
      NAMES_BODY.test((JSON.stringify(body) ?? '').slice(0, LONGEST_ERROR))))

/** The next step: the deployment file gives the operation a body. */
export const addBody = (operation: string): string =>
  `Add to the deployment file, under \`requests:\`, the line \`${operation}: {}\`. Assay then sends an empty JSON object as its body.`
