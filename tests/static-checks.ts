/** What `npm test` runs beside the tests. AGENTS.md names the same commands. */
export const STATIC_CHECKS = [
  {
    name: 'types and lint',
    command: 'oxlint',
    parameters: ['--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'format', command: 'oxfmt', parameters: ['--check'] },
] as const
