/** Runs the suites against separate reference servers, so that no server sees requests for another. */
import { join } from 'node:path'
import type { TargetSource } from '../../fixtures/targets.ts'
import { startReference } from '../../reference/serve.ts'
import { hurriedFile, type Differences } from './hurried-file.ts'

const credentials = { clientId: 'own-client', clientSecret: 'own-secret-of-the-tests' }
const statesToken = 'own-states-token'

/** The requirements to judge on a reference server. */
export interface OwnReference
  extends Pick<TargetSource, 'name' | 'only' | 'waitsFor'>, Pick<Differences, 'areas' | 'maxWaitSeconds'> {
  /** Starts a server in front of it; returns its address and how to stop it. */
  readonly between?: (target: string) => Promise<{ readonly origin: string; close(): Promise<void> }>
}

/**
 * Starts a server for each entry, and stops them all afterwards.
 *
 * @param folder for deployment files
 */
export async function withOwnReferences<Result>(
  references: readonly OwnReference[],
  folder: string,
  work: (targets: readonly TargetSource[]) => Promise<Result>,
): Promise<Result> {
  const running = await Promise.all(references.map((reference) => start(reference, folder)))
  try {
    return await work(running.map(({ target }) => target))
  } finally {
    await Promise.all(running.map(({ close }) => close()))
  }
}

async function start({ areas, maxWaitSeconds, between, ...asked }: OwnReference, folder: string) {
  const server = await startReference({ credentials, statesToken })
  const proxy = await between?.(server.url)
  const origin = proxy?.origin ?? new URL(server.url).origin
  const target: TargetSource = {
    ...asked,
    file: hurriedFile({ areas, maxWaitSeconds }, join(folder, `${asked.name}.yaml`)),
    variables: {
      ASSAY_REFERENCE_URL: `${origin}/2025-10-13`,
      ASSAY_REFERENCE_STATES_URL: `${origin}/_states`,
      ASSAY_REFERENCE_STATES_TOKEN: statesToken,
      ASSAY_REFERENCE_CLIENT_ID: credentials.clientId,
      ASSAY_REFERENCE_CLIENT_SECRET: credentials.clientSecret,
    },
  }
  const close = async () => {
    await proxy?.close()
    await server.close()
  }
  return { target, close }
}
