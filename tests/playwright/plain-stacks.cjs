/**
 * Playwright makes a stack trace for each of its own steps, and maps every line of it to its source. That takes a fifth
 * of the time of a worker. Sources that Node runs as they are need no mapping.
 */
const MAPPING = 'prepareStackTrace'
let formatting

Object.defineProperty(Error, 'prepareStackTrace', {
  get: () => formatting,
  set(other) {
    formatting = other?.name === MAPPING ? undefined : other
  },
})
