/** The version of the contract that Assay judges by default. Its data is in `spec/contracts/<version>/`. */
export const CONTRACT_VERSION = '2025-10-13'
