/** The default folder of runs. */
export const REPORTS = 'reports'
/** The last of them. */
export const LATEST = `${REPORTS}/latest`
