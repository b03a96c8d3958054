/**
 * The condition in the title of a check. The title states the rule, "with an unknown token the list is rejected": beside
 * what the server did instead, it would read as its opposite. Pure.
 */

/** A title that names its operation: "enrolScaFactor rejects an agent's token". */
const REJECTS = /^([a-z]+[A-Z]\w*) rejects (.+)$/

/** "after expiresAt a valid signature is rejected". */
const AFTER = /^(after \w+) ((?:an?|the) .+) is rejected$/

const CONDITIONS: readonly RegExp[] = [
  /^a quote request is rejected: (.+)$/,
  /^(with(?:out)? .+?),? (?:the|an?|the same) (?:list|quote|request)(?: to an? [\w ]+)? is rejected$/,
  /^(?:nothing|a valid signature) is (?:not )?\w+ (with.*)$/,
  /^no request (with(?:out)? .+?) (?:changes|creates|deletes|generates|gets|pauses|resumes) .+$/,
  /^no agent .+ (with its own token)$/,
  /^((?:approving|rejecting|cancelling) .+?) is a conflict\b.*$/,
  /^(?!nothing\b)(.+?) (?:is|are) rejected(?:,? ((?:on|with|as|for|when|if|after|RECEIVING|SENDING)\b.+))?$/,
]

/** Under which condition the check sends its request: "with an unknown token"; undefined: the title has another form. */
export function conditionIn(title: string): string | undefined {
  const rejects = REJECTS.exec(title)
  if (rejects) return rejects[2]
  const [, when, what] = AFTER.exec(title) ?? []
  if (when !== undefined && what !== undefined) return `${what} ${when}`
  const found = CONDITIONS.map((pattern) => pattern.exec(title)).find((match) => match !== null)
  return found ? found.slice(1).filter(Boolean).join(' ').replace('its own', "an agent's own") : undefined
}

/** "a settled transaction is not cancelled": of what the operation does nothing. */
const NOT_DONE = /^(.+?) (?:is|are) (?:not|no longer) \w+(?: again)?$/

/** The same as what an operation accepts: "a request with an unknown token"; undefined: it reads otherwise. */
export function acceptedIn(title: string): string | undefined {
  const condition = conditionIn(title) ?? NOT_DONE.exec(title)?.[1]
  if (condition === undefined) return undefined
  if (condition.startsWith('with')) return `a request ${condition}`
  return /^(?:an?|the|another|null|true) /.test(condition) ? condition : undefined
}
