/** Every code of the error catalogue under its status (contract: Errors). */
import * as fc from 'fast-check'
import { valueAt } from '../../spec/value-at.ts'
import { catalogueCodes, unclaimedArea } from '../../spec/index.ts'
import { Violation, requireServiceResponse, ruleOf, formatValue, describeResponse } from '../violation.ts'
import { stepKind, type AnyStepKind } from '../step.ts'

const conditions = catalogueCodes.map(({ status, code }) => ({ status, code }))

const meetCondition = stepKind({
  name: 'meet-error-condition',
  area: 'error-catalogue',
  operations: [],
  params: fc.constantFrom(...conditions),
  may: () => true,
  async take(_model, world, { status, code }) {
    const { context, deployment } = world
    const known = catalogueCodes.find((one) => one.status === status && one.code === code)
    if (known === undefined || unclaimedArea(ruleOf(known.requirement), deployment.areas) !== undefined)
      return
    const request = await context.arrange('error-condition', { status, code })
    const response = await world.wrongOnPurpose(() => context.send(request))
    const broken = (what: string) => new Violation(known.requirement, what, response.exchange)
    if (response.status !== status) {
      requireServiceResponse(response)
      throw broken(`the request that causes ${code} returned ${describeResponse(response)}`)
    }
    const actual = valueAt(response.body, 'code')
    if (actual !== code)
      throw broken(`the request that causes ${code} returned the code ${formatValue(actual)}`)
    const words = valueAt(response.body, 'reason') ?? valueAt(response.body, 'message')
    if (typeof words !== 'string') throw broken(`the error body of ${code} has neither reason nor message`)
  },
})

export const errorSteps: readonly AnyStepKind[] = [meetCondition]
