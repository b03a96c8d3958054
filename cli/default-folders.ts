/** Holds the runs that were told no folder. */
export const REPORTS = 'reports'
/** The last of them. */
export const LATEST = `${REPORTS}/latest`
