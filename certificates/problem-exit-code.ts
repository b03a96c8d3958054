import type { Problem } from './examine-bundle.ts'

/** Problems that a program may want to tell apart, the gravest first. Every other one is exit code 1, and graver. */
const EXIT_CODES: Readonly<Partial<Record<Problem['name'], number>>> = {
  challenge: 10,
}

/** The exit code of a bundle with problems: that of the gravest. */
export function problemExitCode(problems: readonly Pick<Problem, 'name'>[]): number {
  const names = new Set(problems.map(({ name }) => name))
  if ([...names].some((name) => EXIT_CODES[name] === undefined)) return 1
  return Object.entries(EXIT_CODES).find(([name]) => names.has(name as Problem['name']))?.[1] ?? 1
}
