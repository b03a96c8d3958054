/** The reference server as a process: it does not share a processor with what judges it. */
import { serveParent } from './serve-parent.ts'
import { startReference } from './serve.ts'

serveParent(startReference)
