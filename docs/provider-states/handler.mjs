// A provider-state endpoint in JavaScript, on Node alone:  STATES_TOKEN=… node handler.mjs 4020
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

// Put your own calls here: set up each state in your system, and return its values.
const states = {
  'exchange-rate': () => ({ sourceCurrency: 'USD', destinationCurrency: 'EUR' }),

  customer: ({ kycStatus = 'APPROVED' }) => {
    if (kycStatus !== 'APPROVED') throw new Error(`no customer here has the KYC status ${kycStatus}`)
    const customerId = `Customer:${randomUUID()}`
    return { customerId, platformCustomerId: `test-${customerId}` }
  },
}

async function answerTo(request) {
  if (request.headers.authorization !== `Bearer ${process.env.STATES_TOKEN}`) return [401]
  const { action, state, params = {} } = await json(request)
  if (!Object.hasOwn(states, state)) return [404]
  if (action === 'teardown') return [204]
  try {
    return [200, await states[state](params)]
  } catch (error) {
    return [422, { message: error.message }]
  }
}

createServer(async (request, response) => {
  const [status, body] = await answerTo(request).catch((error) => [500, { message: error.message }])
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body && JSON.stringify(body))
}).listen(Number(process.argv[2]), '127.0.0.1')
