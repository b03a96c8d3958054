export interface HtmlDocument {
  /** Plain text, or escaped text, which is inserted unchanged. */
  readonly title: string
  readonly styles: string
  /** Markup, in this order, of the whole body. */
  readonly body: readonly string[]
  /** The one script that may run, by the hash that the policy names: `sha256-…`; default: none may. */
  readonly scriptHash?: string
}

/** One self-contained file. Its policy forbids every request. */
export function htmlDocument({ title, styles, body, scriptHash }: HtmlDocument): string {
  const policy = [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    ...(scriptHash === undefined ? [] : [`script-src '${scriptHash}'`]),
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`
}
