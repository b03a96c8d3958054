/** Statements of a certificate that follow from nothing in its bundle. */
export const SIGNERS_WORD: readonly string[] = [
  'the exchanges took place with this deployment, at these times, and none was left out',
  'the name of the deployment, and the areas and operations that it does not claim or offer',
  'settings of the deployment file that no recorded request shows, such as limits and unused names',
  'the version of Node, how long each check took, and how often each provider state was set up',
]

/** Where the page for people holds other code or packs its evidence otherwise, which depends on the machine. */
export const PAGE_DATA = 'the evidence and the script inside index.html (its text was compared)'
