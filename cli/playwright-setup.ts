/** Playwright's global setup: sees that the deployment can be spoken to. */
import { examineBriefly } from '../doctor/examine-briefly.ts'
import { planFrom, storeAcceptedRead } from '../runner/playwright/request.ts'

export default async function setUp(): Promise<void> {
  const { deployment, only } = await planFrom(process.env)
  storeAcceptedRead(process.env, await examineBriefly(deployment, only))
}
