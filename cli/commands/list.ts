/** The command `assay list`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { chosenFrom, CONTRACT } from './shared-options.ts'

interface ListOptions {
  readonly only?: string[]
  readonly edition?: string
  readonly areas?: boolean
  readonly capabilities?: boolean
  readonly profiles?: boolean
  readonly coverage?: boolean
  readonly json?: boolean
  readonly contract?: string
}

export function addList(program: Command, { terminal }: CommandContext): void {
  const { stdout } = terminal
  program
    .command('list')
    .description('list the requirements with level, source and assumptions')
    .option('--only <area|id...>', 'only these areas or requirements')
    .option('--edition <number>', 'requirements and levels of this edition')
    .option(...CONTRACT)
    .option('--areas', 'list the areas that a deployment may claim (`areas` of its file) instead')
    .option(
      '--capabilities',
      'list the capabilities that a deployment may lack (`notOffered` of its file) instead',
    )
    .option('--profiles', 'list the profiles that an edition has instead')
    .option('--coverage', 'count the judged and the open rows of the contract in each area instead')
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const { only = [], edition, json = false } = options
      const chosen = await chosenFrom(options)
      const contract = chosen?.contract
      if (options.coverage) {
        const { listCoverage } = await import('../list-coverage.ts')
        stdout.write(listCoverage(only, json, chosen))
        return
      }
      if (options.profiles) {
        const { listProfiles } = await import('../list-profiles.ts')
        stdout.write(listProfiles(json, edition, contract))
        return
      }
      const { list, listAreas, listCapabilities } = await import('../list.ts')
      if (options.areas) {
        stdout.write(listAreas(json, contract))
        return
      }
      if (options.capabilities) {
        stdout.write(listCapabilities(json, contract))
        return
      }
      stdout.write(list(only, json, edition, contract))
    })
}
