/** The reference server with every fault, variant and shell, as a process. */
import { serveParent } from '../../reference/serve-parent.ts'
import { startSelftestServer } from './hosting.ts'

serveParent(startSelftestServer)
