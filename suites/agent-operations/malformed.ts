import { valueAt, type CheckedResponse } from '../../fixtures/index.ts'

const MALFORMED: readonly unknown[] = ['INVALID_INPUT', 'INVALID_REQUEST_FORMAT']

/**
 * What shows that an amount was rejected as malformed, and not for a reason of business such as funds or the limits of
 * a corridor: a field error on the amount itself, or another response than a smaller amount gets, which meets the same
 * limits.
 *
 * @param answer to the amount in question
 * @param smaller answer to an amount that is certainly well-formed
 */
export function malformedProblems(response: CheckedResponse, smaller: CheckedResponse): readonly string[] {
  const [seen, conforming] = [response, smaller].map(({ status, body }) =>
    status >= 200 && status < 300 ? 'success' : `${status} ${String(valueAt(body, 'code'))}`,
  )
  return [
    ...(seen === conforming ? [] : [`answered with ${seen}, where a smaller amount gets ${conforming}`]),
    ...(response.status >= 500 ? [`answered with ${response.status}`] : []),
    ...(refusesField(response, 'lockedCurrencyAmount')
      ? ['lockedCurrencyAmount is rejected as malformed']
      : []),
  ]
}

/** Whether a validation error names the field (contract: FieldError). */
function refusesField({ status, body }: CheckedResponse, name: string): boolean {
  const errors = valueAt(body, 'details.errors')
  const fields = Array.isArray(errors) ? errors.map((error) => valueAt(error, 'field')) : []
  return status === 400 && MALFORMED.includes(valueAt(body, 'code')) && fields.includes(name)
}
