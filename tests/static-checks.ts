/** What `npm test` runs beside the tests. AGENTS.md names the same commands. */
export const STATIC_CHECKS = [
  { name: 'types', command: 'tsc', parameters: ['--noEmit'] },
  { name: 'lint', command: 'oxlint', parameters: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'prettier', parameters: ['--check', '--log-level=warn', '.'] },
] as const
