export { AssayError, assayError, exampleOf } from './assay-error.ts'
export { catalogue, isErrorCode, subjects, type ErrorCode } from './catalogue.ts'
