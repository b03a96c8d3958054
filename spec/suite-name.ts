/** The name of a suite: its folder and its file, such as `agent-operations/quote-expiry`. */
export const suiteName = (file: string): string =>
  /([^\\/]+[\\/][^\\/]+)\.spec\.[jt]s$/.exec(file)?.[1]?.replace('\\', '/') ?? 'unknown'
