import type { Deployment } from '../fixtures/config/deployment.ts'
import { createRedaction, learnSecretsOf } from '../fixtures/redaction/redaction.ts'

/** A text of the deployment file, such as its name, without the secrets of that file. */
export function withoutSecrets(deployment: Deployment, text: string): string {
  const redaction = createRedaction()
  learnSecretsOf(deployment, redaction)
  return redaction.redact(text)
}
