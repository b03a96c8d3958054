/** Starts the reference server, and prints when it listens. */
import { startReference } from '../reference/serve.ts'

const { url } = await startReference({
  credentials: { clientId: 'bench', clientSecret: 'secret-of-the-bench' },
  statesToken: 'token-of-the-bench',
})
console.log(url)
