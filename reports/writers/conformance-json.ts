import type { Conformance } from '../conformance.ts'

// Legal in JSON, but they would steer a terminal that the file is shown on.
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const STEERING = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** `conformance.json`: the value itself, for programs. Its schema is conformance.schema.json. */
export const conformanceJson = (conformance: Conformance): string =>
  `${JSON.stringify(conformance, null, 2).replace(
    STEERING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`
