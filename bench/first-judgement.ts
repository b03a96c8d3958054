/** Judges one response, and prints how long its schema took to load, ms. */
import { hasSchema } from '../spec/response-rules/index.ts'

const begun = performance.now()
hasSchema('listAgentActions', 200)
console.log((performance.now() - begun).toFixed(1))
