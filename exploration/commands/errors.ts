/** Every code of the error catalogue under its status (contract: Errors). */
import * as fc from 'fast-check'
import { valueAt } from '../../spec/value-at.ts'
import { catalogueCodes, unclaimedArea } from '../../spec/index.ts'
import { Breach, ofTheService, ruleOf, said, shown } from '../breach.ts'
import { stepKind, type AnyStepKind } from '../step.ts'

const conditions = catalogueCodes.map(({ status, code }) => ({ status, code }))

const meetCondition = stepKind({
  name: 'meet-error-condition',
  area: 'error-catalogue',
  operations: [],
  params: fc.constantFrom(...conditions),
  may: () => true,
  async take(_model, world, { status, code }) {
    const { stage, deployment } = world
    const known = catalogueCodes.find((one) => one.status === status && one.code === code)
    if (known === undefined || unclaimedArea(ruleOf(known.requirement), deployment.areas) !== undefined)
      return
    const request = await stage.arrange('error-condition', { status, code })
    const answer = await world.wrongOnPurpose(() => stage.send(request))
    const broken = (what: string) => new Breach(known.requirement, what, answer.exchange)
    if (answer.status !== status) {
      ofTheService(answer)
      throw broken(`what meets ${code} was answered with ${shown(answer)}`)
    }
    const told = valueAt(answer.body, 'code')
    if (told !== code) throw broken(`what meets ${code} has the code ${said(told)}`)
    const words = valueAt(answer.body, 'reason') ?? valueAt(answer.body, 'message')
    if (typeof words !== 'string') throw broken(`${code} does not say what it means`)
  },
})

export const errorSteps: readonly AnyStepKind[] = [meetCondition]
