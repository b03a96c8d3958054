import type { Problem } from './examine-bundle.ts'

/** Problems with their own exit codes, the most severe first. Every other problem is more severe, with exit code 1. */
export const PROBLEM_EXIT_CODES: Readonly<Partial<Record<Problem['name'], number>>> = {
  forked: 15,
  rewound: 16,
  revoked: 13,
  backdated: 17,
  key: 18,
  challenge: 10,
  status: 19,
  expired: 11,
  superseded: 14,
  degraded: 12,
}

/** The exit code of a bundle with problems: that of the most severe one. */
export function problemExitCode(problems: readonly Pick<Problem, 'name'>[]): number {
  const names = new Set(problems.map(({ name }) => name))
  if ([...names].some((name) => PROBLEM_EXIT_CODES[name] === undefined)) return 1
  return Object.entries(PROBLEM_EXIT_CODES).find(([name]) => names.has(name as Problem['name']))?.[1] ?? 1
}
