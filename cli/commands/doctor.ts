/** The command `assay doctor`. */
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CONTRACT, loadContractOption, parseFormat, DEPLOYMENT_FILE } from './shared-options.ts'

export function addDoctor(program: Command, { terminal, ends }: CommandContext): void {
  program
    .command('doctor')
    .description('check a deployment before a run, and list its operations and states')
    .argument('[file]', DEPLOYMENT_FILE)
    .option('-d, --deployment <file>', 'same as FILE')
    .option('--reference', 'check the reference server that comes with Assay')
    .option('--no-create', 'set up no provider state; only show how a run would')
    .option('--write', 'add the findings to the deployment file, without changing its entries')
    .option(...CONTRACT)
    .option('--json', 'print JSON')
    .option('--format <name>', 'text, or agent: the findings for a coding agent, with untrusted text marked')
    .action(
      async (
        file: string | undefined,
        options: {
          deployment?: string
          reference?: boolean
          create: boolean
          write?: boolean
          json?: boolean
          format?: string
          contract?: string
        },
      ) => {
        const format = await parseFormat(options)
        const contract = await loadContractOption(options)
        const { doctor } = await import('../doctor.ts')
        const { create, write, json } = options
        const { targetOf } = await import('../target.ts')
        const deployment = targetOf({ ...options, file }, 'doctor')
        ends(
          await doctor(
            { deployment, create, write: write === true, json: json === true, format, contract },
            terminal,
          ),
        )
      },
    )
}
