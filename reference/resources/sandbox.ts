/** Stored resources of the sandbox. */
export interface SandboxStore {}

export const emptySandbox = (): SandboxStore => ({})
