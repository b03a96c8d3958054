/** The reference server as a process, so that it does not share an event loop with the judging process. */
import { serveParent } from './serve-parent.ts'
import { startReference } from './serve.ts'

serveParent(startReference)
