/** All errors of Assay, by their codes. */
import { baselineErrors } from './catalogue/baseline.ts'
import { certificateErrors } from './catalogue/certificates.ts'
import { contractErrors } from './catalogue/contracts.ts'
import { deploymentFileErrors } from './catalogue/deployment-file.ts'
import { deploymentErrors } from './catalogue/deployments.ts'
import { initErrors } from './catalogue/init.ts'
import { internalErrors } from './catalogue/internal.ts'
import { openApiErrors } from './catalogue/openapi.ts'
import { optionErrors } from './catalogue/options.ts'
import { registryErrors } from './catalogue/registry.ts'
import { runFolderErrors } from './catalogue/run-folders.ts'
import { shardErrors } from './catalogue/shards.ts'
import { trafficErrors } from './catalogue/traffic.ts'

/** In the order of docs/errors.md. */
export const subjects = {
  'Options of the command line': optionErrors,
  'Choosing a deployment': deploymentErrors,
  'The deployment file': deploymentFileErrors,
  'Folders of runs': runFolderErrors,
  Shards: shardErrors,
  'The baseline': baselineErrors,
  'Keys and certificates': certificateErrors,
  'Certificates after they are issued': registryErrors,
  'Recorded traffic': trafficErrors,
  'Writing a deployment file': initErrors,
  'OpenAPI documents': openApiErrors,
  'Versions of the contract': contractErrors,
  'Assay itself': internalErrors,
} as const

export const catalogue = {
  ...optionErrors,
  ...deploymentErrors,
  ...deploymentFileErrors,
  ...runFolderErrors,
  ...shardErrors,
  ...baselineErrors,
  ...certificateErrors,
  ...registryErrors,
  ...trafficErrors,
  ...initErrors,
  ...openApiErrors,
  ...contractErrors,
  ...internalErrors,
} as const

export type ErrorCode = keyof typeof catalogue

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(catalogue, text)
