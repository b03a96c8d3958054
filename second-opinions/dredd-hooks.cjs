// Hooks of Dredd, run within its process; it loads CommonJS only. Each documented transaction is walked once for every
// body that is asked about, with the document's schema to hold it to, and what Dredd says is kept line by line.
const { appendFileSync, readFileSync } = require('node:fs')
const hooks = require('hooks')

const { ASSAY_DREDD_PLAN, ASSAY_DREDD_SAID } = process.env
const { header, walks } = JSON.parse(readFileSync(ASSAY_DREDD_PLAN, 'utf8'))

hooks.beforeAll((transactions, done) => {
  const seen = new Map()
  const walked = transactions.flatMap((transaction) => {
    // Of an operation with several 2xx Dredd gives all the last one's status, so transactions are matched by their order.
    const operation = `${transaction.request.method} ${transaction.origin.resourceName}`
    const place = seen.get(operation) ?? 0
    seen.set(operation, place + 1)
    const { status, schema, keys } = walks[operation]?.[place] ?? { keys: [] }
    return keys.map((key) => {
      const copy = structuredClone(transaction)
      copy.request.headers[header] = key
      copy.expected = { statusCode: String(status), bodySchema: schema }
      return copy
    })
  })
  transactions.splice(0, transactions.length, ...walked)
  done()
})

hooks.afterEach(({ request, test, results }, done) => {
  const valid = test?.valid === true
  const message =
    (results?.fields?.body?.errors ?? []).map((error) => error.message)[0] ?? test?.message ?? ''
  const pointer = (results?.fields?.body?.errors ?? []).map((error) => error.location?.pointer)[0] ?? ''
  appendFileSync(
    ASSAY_DREDD_SAID,
    `${JSON.stringify({ key: request.headers[header], valid, message, pointer })}\n`,
  )
  done()
})
