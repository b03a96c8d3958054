import { sharedAddresses } from '../fixtures/config/shared-addresses.ts'
import { chosenSeed } from '../fixtures/random.ts'
import type { RecordingHead } from '../fixtures/recording/recording.ts'
import { capabilities } from '../spec/index.ts'

/** The scope of a run, from the head of its recording. */
export function scopeOfHead({ deployment, only, edition = 1, seed, tool, commands }: RecordingHead) {
  return {
    claimedAreas: deployment.areas,
    notOffered: Object.entries(deployment.operations).flatMap(([name, binding]) =>
      binding === null ? [name] : [],
    ),
    withoutCapabilities: capabilities.filter(({ id }) => deployment.notOffered.includes(id)),
    sharedAddresses: sharedAddresses(deployment.operations),
    only,
    edition,
    seed: chosenSeed(seed),
    ...(commands && { commands }),
    toolVersion: tool.version,
    deployment: { name: deployment.name, baseUrl: deployment.baseUrl },
  }
}
