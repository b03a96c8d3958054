/** The letters before the number of a requirement, equal within a flow: `QUO` of `QUO-20`; empty without a requirement. */
export const flowOf = (requirement: string | undefined): string => (requirement ?? '').replace(/-\d+$/, '')
