// What a finished run says, as annotations of the deployment file: commands that GitHub reads from the output of a step.

/** GitHub shows ten annotations of a kind in a step. */
const MOST = 10

/** So many requirements of a cause are in a title. */
const MOST_IDS = 4

/** So many characters of a reason are shown; the report has all of it. */
const LONGEST = 400

const LEVELS = { fail: 'error', flaky: 'error', blocked: 'warning', warn: 'notice' }

// oxlint-disable-next-line no-control-regex -- keeping them out is the purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** Nothing of the text can end the command, or begin another one. */
const ofMessage = (text) =>
  text
    .slice(0, LONGEST)
    .replace(CONTROLS, ' ')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')

const ofProperty = (text) => ofMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Line of the deployment file that binds one of the operations; the first line where none does. */
function lineOf(operations, deploymentFile) {
  const lines = deploymentFile.split('\n')
  const found = lines.findIndex((line) =>
    operations.some(
      (name) => line.trimStart().startsWith(`${name}:`) || line.trimStart().startsWith(`"${name}"`),
    ),
  )
  return found === -1 ? 1 : found + 1
}

/**
 * @param {object} conformance what `conformance.json` holds
 * @param {{ path: string, text: string }} deploymentFile what is annotated
 * @returns {string[]} commands, a cause each, the worst first, not more of a kind than are shown
 */
export function annotations({ causes = [], requirements }, deploymentFile) {
  const results = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const operationsOf = (ids) => ids.flatMap((id) => results.get(id)?.operations ?? [])
  const commandOf = (level, line, title, text) =>
    `::${level} file=${ofProperty(deploymentFile.path)},line=${line},title=${ofProperty(title)}::${ofMessage(text)}`
  return Object.entries(LEVELS).flatMap(([verdict, level]) => {
    const found = causes.filter((cause) => cause.verdict === verdict)
    const shown = found.length > MOST ? found.slice(0, MOST - 1) : found
    const rest = found.length - shown.length
    return [
      ...shown.map(({ title, next, requirements: ids }) =>
        commandOf(
          level,
          lineOf(operationsOf(ids), deploymentFile.text),
          `${ids.slice(0, MOST_IDS).join(' ')}${ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''} ${verdict}`,
          [title, next].join('\n'),
        ),
      ),
      ...(rest > 0
        ? [commandOf(level, 1, `${rest} more ${verdict}`, 'The job summary and the report show them all.')]
        : []),
    ]
  })
}
