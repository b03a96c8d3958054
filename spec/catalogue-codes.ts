import { errorCatalogue, requirements, type ErrorCode, type RequirementId } from './generated/catalogue.ts'

/** A code of the error catalogue, and the requirement that judges it. */
export interface CatalogueCode {
  readonly status: number
  readonly code: ErrorCode
  readonly requirement: RequirementId
}

/** What the sources of these requirements begin with: "Errors, 400 codes, INVALID_AMOUNT". */
const requirementAt = new Map(
  requirements
    .filter(({ area }) => area === 'error-catalogue')
    .map(({ id, source }) => [source.split(';')[0], id]),
)

/** Every code with its status, in the catalogue's order (contract: Errors). */
export const catalogueCodes: readonly CatalogueCode[] = Object.entries(errorCatalogue).flatMap(
  ([status, codes]) =>
    Object.keys(codes).map((code) => ({
      status: Number(status),
      code: code as ErrorCode,
      requirement: requirementOf(status, code),
    })),
)

function requirementOf(status: string, code: string): RequirementId {
  const found = requirementAt.get(`Errors, ${status} codes, ${code}`)
  if (!found)
    throw new Error(`spec/requirements/error-catalogue.yaml has no requirement for ${status} ${code}`)
  return found
}
