import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

type Body = Readonly<Record<string, unknown>>
type Arranging = Pick<Stage, 'arrange' | 'platform'>

/** The body of the request, as it would be for another customer. */
type BodyFor = (customerId: string) => Body

/** @throws Blocked when no verification can be triggered */
export async function triggeredVerification({ arrange, platform }: Arranging): Promise<{
  readonly verificationId: string
  readonly customerId: string
  readonly bodyFor: BodyFor
}> {
  const { customerId, verification } = await arrange('verifiable-customer', {})
  const answer = await platform.verifications.create(verification)
  return { verificationId: idIn(answer, 'KYC-01'), customerId, bodyFor: bodyFrom(verification, customerId) }
}

/** @throws Blocked when no beneficial owner can be created */
export async function createdOwner({ arrange, platform }: Arranging): Promise<{
  readonly beneficialOwnerId: string
  readonly customerId: string
  readonly bodyFor: BodyFor
}> {
  const { customerId, beneficialOwner } = await arrange('business-customer', {})
  const answer = await platform.verifications.createBeneficialOwner(beneficialOwner)
  return {
    beneficialOwnerId: idIn(answer, 'KYC-05'),
    customerId,
    bodyFor: bodyFrom(beneficialOwner, customerId),
  }
}

const bodyFrom =
  (body: Body, customerId: string): BodyFor =>
  (other) =>
    JSON.parse(JSON.stringify(body).replaceAll(customerId, other)) as Body

function idIn(answer: Answer, judgedBy: string): string {
  const id = valueAt(answer.body, 'id')
  if (answer.status < 300 && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `${answer.operation ?? 'the request'} was answered with ${answer.status} and no id (exchange ${answer.exchange})`,
    `See why; ${judgedBy} judges it.`,
  )
}
