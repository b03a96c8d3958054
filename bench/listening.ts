/** Starts the reference server, and says so. */
import { startReference } from '../reference/serve.ts'

const { url } = await startReference({
  credentials: { clientId: 'bench', clientSecret: 'secret-of-the-bench' },
  statesToken: 'token-of-the-bench',
})
console.log(url)
