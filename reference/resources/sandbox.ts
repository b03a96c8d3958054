/** What the deployment holds for sandbox. */
export interface SandboxStore {}

export const emptySandbox = (): SandboxStore => ({})
