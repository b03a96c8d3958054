import { randomUUID } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import type { Invitation } from '../resources/invitations.ts'
import { INVITING_DOMAIN } from '../rules/invitations.ts'
import { newCustomer } from './customer.ts'
import type { SetUps } from './states.ts'

export const newUmaAddress = (domain = INVITING_DOMAIN): string => `$u${randomUUID().slice(0, 13)}@${domain}`

export function newInvitation({ rules, store }: ServerContext, inviterUma: string): Invitation {
  const code = rules.newInvitationCode()
  const invitation: Invitation = { code, inviterUma, status: 'PENDING', inviteeUma: undefined }
  store.invitations.set(code, invitation)
  return invitation
}

function setUpInviter(server: ServerContext): StateValues['inviter'] {
  const [inviterUma, inviteeUma, otherUma] = [newUmaAddress(), newUmaAddress(), newUmaAddress()]
  for (const umaAddress of [inviterUma, inviteeUma, otherUma]) {
    newCustomer(server, { information: { umaAddress } })
  }
  return { invitation: { inviterUma }, claim: { inviteeUma }, otherClaim: { inviteeUma: otherUma } }
}

/** Provider states of invitations. */
export const invitationsStates = { inviter: setUpInviter } satisfies Partial<SetUps>
