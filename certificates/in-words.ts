import type { Statement } from './statement.ts'
import { count } from '../spec/count.ts'

/** The statements of a certificate for people, one per line, with the areas and operations that it does not cover. */
export function inWords({ predicate }: Statement): readonly string[] {
  const { result, passedTests, warnedTests, assayCertificate } = predicate
  const { deployment, contractVersion, areas, areasNotClaimed, notOffered, issuedAt, expiresAt } =
    assayCertificate
  const {
    capabilitiesNotOffered = [],
    profiles,
    challenge,
    replicas = [],
    addedToRequests = [],
  } = assayCertificate
  return [
    `${deployment.name} at ${deployment.baseUrl}, contract ${contractVersion}: ${result}`,
    ...(replicas.length === 0 ? [] : [`  the requests went to its replicas: ${replicas.join(', ')}`]),
    ...(addedToRequests.length === 0
      ? []
      : [`  added to requests by the deployment file: ${addedToRequests.join(', ')}`]),
    `  ${count(passedTests.length, 'requirement')} passed, ${warnedTests.length} warned, in ${areas.length} of ${count(areas.length + areasNotClaimed.length, 'area')}`,
    ...(profiles === undefined ? [] : [`  profiles: ${profiles.join(', ') || 'none'}`]),
    ...(challenge === undefined ? [] : [`  the run used the nonce ${challenge}`]),
    ...(areasNotClaimed.length === 0 ? [] : [`  not claimed, and not judged: ${areasNotClaimed.join(', ')}`]),
    ...(capabilitiesNotOffered.length === 0
      ? []
      : [`  capabilities that are not offered: ${capabilitiesNotOffered.join(', ')}`]),
    ...(notOffered.length === 0 ? [] : [`  operations that are not offered: ${notOffered.join(', ')}`]),
    `  issued ${issuedAt}, valid until ${expiresAt}`,
  ]
}
