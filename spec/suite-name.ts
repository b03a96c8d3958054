/** What a suite is called wherever it is named: its folder and its file, `agent-operations/quote-expiry`. */
export const suiteName = (file: string): string =>
  /([^\\/]+[\\/][^\\/]+)\.spec\.[jt]s$/.exec(file)?.[1]?.replace('\\', '/') ?? 'unknown'
