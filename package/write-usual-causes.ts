/** Writes the usual causes of each violation, from the faults of the self-test, where reports can read them. */
import { writeFileSync } from 'node:fs'
import { faults } from '../selftest/faults/index.ts'
import { usualCausesOf } from '../spec/usual-causes.ts'

writeFileSync(
  new URL('../spec/generated/usual-causes.json', import.meta.url),
  `${JSON.stringify(usualCausesOf(faults))}\n`,
)
