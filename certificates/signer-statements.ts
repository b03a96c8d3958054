/** Statements of a certificate that its bundle cannot prove. */
export const SIGNER_STATEMENTS: readonly string[] = [
  'the exchanges took place with this deployment, at these times, and the recording has all of them',
  'the name of the deployment, and the areas and operations that it does not claim or offer',
  'settings of the deployment file that no recorded request shows, such as limits and unused names',
  'the version of Node, how long each check took, its evidence, and how often each provider state was set up',
]

/** Added if the script or the packed evidence of the page differs, which depends on the machine. */
export const PAGE_DATA = 'the evidence and the script inside index.html (its text was compared)'
