/** The error catalogue: its codes, and the derived checklist rows and requirements. */
import type { ErrorSources, RequirementSource, Section } from './source-schemas.ts'

export const ERROR_AREA = 'error-catalogue'

const sectionOf = (status: string) => `Errors, ${status} codes`

/** One requirement for each code: the server returns it with its status. */
export const errorRequirements = (errors: ErrorSources): readonly RequirementSource[] =>
  entriesOf(errors).map(({ status, code, id, meaning, within, source }) => ({
    id,
    title: `The server returns ${status} ${code} (${inSentence(meaning)}) with an error message.`,
    source: [`${sectionOf(status)}, ${code}`, ...(source === undefined ? [] : [source])].join('; '),
    ...(within === undefined ? {} : { within }),
    states: ['error-condition'],
  }))

/** One section of the checklist for each status, with a row for each code. */
export const errorSections = (errors: ErrorSources): readonly Section[] =>
  Object.entries(errors).map(([status, codes]) => ({
    section: sectionOf(status),
    rows: Object.entries(codes).map(([place, { meaning }]) => ({ place, rule: `${meaning}.` })),
  }))

/** Every code with its status and the requirement that judges it, in the order of the contract. */
export const catalogueCodes = (errors: ErrorSources) =>
  entriesOf(errors).map(({ status, code, id }) => ({ status: Number(status), code, requirement: id }))

const entriesOf = (errors: ErrorSources) =>
  Object.entries(errors).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, error]) => ({ status, code, ...error })),
  )

/** An abbreviation at the start keeps its case: "API credentials rejected". */
const inSentence = (meaning: string) =>
  /^[A-Z]{2}/.test(meaning) ? meaning : `${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
