/** The command `assay self-test`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

export function addSelfTest(program: Command, { ends }: CommandContext): void {
  program
    .command('self-test')
    .description(
      'test the checks: each must fail for its faults and for nothing else (requires a source checkout)',
    )
    .argument('[prefix...]', 'judge only faults, variants or shells whose id begins with this (default: all)')
    .option('--mutants', 'mutate the responses of a recorded run instead, one change at a time')
    .option('--variants', 'judge conforming variants of the reference server instead')
    .option(
      '--shells',
      'judge shells instead: servers that do nothing useful; prefix "every": also one for each error code',
    )
    .option(
      '--only <area|id...>',
      'judge only these areas or requirements (not with --mutants, --all or --record)',
    )
    .option('--all', 'faults, mutants, variants and shells')
    .option('--sample <n>', 'with --mutants: judge one in n')
    .option(
      '--record',
      'store the results in selftest/run/figures.json, from which npm run docs writes docs/proof.md',
    )
    .action(
      async (
        prefixes: string[],
        options: {
          mutants?: true
          variants?: true
          shells?: true
          only?: string[]
          all?: true
          sample?: string
          record?: true
        },
      ) => {
        const { selfTest } = await import('../self-test.ts')
        ends(
          await selfTest({
            instrument: options.all
              ? 'all'
              : options.mutants
                ? 'mutants'
                : options.variants
                  ? 'variants'
                  : options.shells
                    ? 'shells'
                    : 'faults',
            prefixes,
            only: options.only ?? [],
            sample: options.sample,
            record: options.record === true,
          }),
        )
      },
    )
}
