import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

type Body = Readonly<Record<string, unknown>>
type Arranging = Pick<CheckContext, 'arrange' | 'platform'>

/** The body of the request, with another customer. */
type BodyFor = (customerId: string) => Body

/** @throws Blocked when no verification can be triggered */
export async function triggerVerification({ arrange, platform }: Arranging): Promise<{
  readonly verificationId: string
  readonly customerId: string
  readonly bodyFor: BodyFor
}> {
  const { customerId, verification } = await arrange('verifiable-customer', {})
  const response = await platform.verifications.create(verification)
  return { verificationId: idIn(response, 'KYC-01'), customerId, bodyFor: bodyFrom(verification, customerId) }
}

/** @throws Blocked when no beneficial owner can be created */
export async function createOwner({ arrange, platform }: Arranging): Promise<{
  readonly beneficialOwnerId: string
  readonly customerId: string
  readonly bodyFor: BodyFor
}> {
  const { customerId, beneficialOwner } = await arrange('business-customer', {})
  const response = await platform.verifications.createBeneficialOwner(beneficialOwner)
  return {
    beneficialOwnerId: idIn(response, 'KYC-05'),
    customerId,
    bodyFor: bodyFrom(beneficialOwner, customerId),
  }
}

const bodyFrom =
  (body: Body, customerId: string): BodyFor =>
  (other) =>
    JSON.parse(JSON.stringify(body).replaceAll(customerId, other)) as Body

function idIn(response: CheckedResponse, judgedBy: string): string {
  const id = valueAt(response.body, 'id')
  if (response.status < 300 && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the request'} returned ${response.status} and no id (exchange ${response.exchange})`,
    `See the reason in the requests of this check. ${judgedBy} judges this step.`,
  )
}
