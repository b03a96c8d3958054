/** Text at the start of a line that GitHub Actions reads as a command: `::error::…`. Colours may precede it. */
// oxlint-disable-next-line no-control-regex -- colours are control sequences
const COMMAND = /^((?:\s|\u001b\[[\d;]*[A-Za-z])*)::/
/**
 * Text anywhere in a line that Azure Pipelines, TeamCity and GitHub Actions read as a command: `##vso[…]`,
 * `##teamcity[…]`, `##[…]`.
 */
const COMMAND_WITHIN = /(##[a-z]*)\[/gi
/** May become one with the next write. */
const BEGINNING_WITHIN = /#{1,2}[a-z]{0,40}$/i

/** Where lines go: a terminal, or the log of a CI system. */
export interface Lines {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): boolean
}

/**
 * An output stream without commands of a CI system, for text of any origin: a character of each is escaped. Assay
 * itself prints none.
 */
export function withoutCommands<Output extends Lines>(output: Output): Output {
  /** The line so far, as far as it may still become a command. */
  let line = ''
  /** The end of what was written, where it may still become a command. */
  let end = ''
  const withoutCommandsWithin = (text: string) => {
    const whole = end + text
    const shown = whole.replaceAll(COMMAND_WITHIN, `$1${numbered('[')}`).slice(end.length)
    end = BEGINNING_WITHIN.exec(whole)?.[0] ?? ''
    return shown
  }
  const write = (text: string) => {
    // What an earlier write began is a command only together with this one.
    const shown = text
      .split(/(?<=[\n\r])/)
      .map((part) => {
        const whole = line + part
        const match = COMMAND.exec(whole)
        line = /[\n\r]$/.test(part) ? '' : whole.slice(0, LONGEST)
        if (!match || match[0].length <= whole.length - part.length) return part
        const at = Math.max(0, match[1]!.length - (whole.length - part.length))
        return `${part.slice(0, at)}${numbered(part.charAt(at))}${part.slice(at + 1)}`
      })
      .join('')
    return output.write(withoutCommandsWithin(shown))
  }
  return new Proxy(output, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
}

/** Maximum characters of a line that are buffered to detect a command. */
const LONGEST = 1_000

const numbered = (character: string) =>
  `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`
