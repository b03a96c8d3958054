/** Authorize a quote (contract: Other endpoints that are referenced; States, Quote status). */
import { check, expect, nonexistentId, valueAt } from '../../fixtures/index.ts'
import { expectRejectedUnlessAccepted } from '../expectations.ts'
import { authorizeAndRead, authorizeQuote } from './authorize-quote.ts'
import { createChallengedQuote, readAfterwards, wrongCodes } from './challenged-quote.ts'
import { sendLoggedIn } from './logged-in.ts'
import { REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { expectQuoteNotFound } from '../agent-operations/expectations.ts'
import {
  expectAuthorized,
  expectInstructions,
  expectNoScaChallenge,
  expectNotAuthorized,
  expectWithheld,
  instructionsOf,
} from './expectations.ts'

check('SCA-04', 'the right code authorizes a quote', async (context) => {
  const quote = await createChallengedQuote(context)

  const { response, seen } = await authorizeQuote(context, quote, quote.readOnce)

  expect(response).toSucceed()
  expectAuthorized(seen)
})

check('SCA-05', 'an authorized quote has no challenge', async (context) => {
  const quote = await createChallengedQuote(context)

  const seen = await authorizeAndRead(context, quote, quote.readOnce)

  expect(valueAt(quote.created.body, 'scaChallenge'), 'scaChallenge').toBeDefined()
  expectNoScaChallenge(seen)
})

check('SCA-06', 'an authorized quote has its instructions', async (context) => {
  const quote = await createChallengedQuote(context)

  await authorizeAndRead(context, quote, quote.readOnce)

  const seen = await context.poll(quote.readOnce, (read) => JSON.stringify(instructionsOf(read)) !== '[]')
  expectInstructions(seen)
})

for (const { name, codeFor } of wrongCodes(async (context) =>
  (await createChallengedQuote(context)).code(),
)) {
  check('SCA-07', `${name} authorizes nothing`, async (context) => {
    const quote = await createChallengedQuote(context)
    const code = await codeFor(context, await quote.code())

    const response = await sendLoggedIn(context, quote.customer, () =>
      context.platform.sca.authorize(quote.quoteId, { code }),
    )

    expectRejectedUnlessAccepted(response)
    const seen = await readAfterwards(context, quote, response)
    expectNotAuthorized(seen)
    expectWithheld(seen)
  })
}

// The witness is an accepted authorization with the same body: a server may reject another body first, and customers
// elsewhere with 409.
check('SCA-14', 'a nonexistent quote is not authorized', async (context) => {
  const quote = await createChallengedQuote(context)
  await authorizeAndRead(context, quote, quote.readOnce)

  const response = await context.platform.sca.authorize(nonexistentId(quote.quoteId, context), {
    code: await quote.code(),
  })

  expectQuoteNotFound(response)
})

const INVALID_BODIES = [
  { title: 'an empty body', statuses: REJECTED, body: {} },
  { title: 'an empty code', statuses: REJECTED, body: { code: '' } },
  { title: 'a code that is an object', statuses: REJECTED, body: { code: {} } },
  {
    title: 'an invalid assertion',
    // A 401 may mean that a signature failed (contract: Authentication), and an assertion is a signature.
    statuses: REJECTED_OR_UNAUTHORIZED,
    body: { passkeyAssertion: { id: 'none', response: {} }, origin: 'https://nobody.example' },
  },
] as const

for (const { title, statuses, body } of INVALID_BODIES) {
  check('SCA-15', `${title} authorizes nothing`, async (context) => {
    const quote = await createChallengedQuote(context)

    const response = await sendLoggedIn(context, quote.customer, () =>
      context.platform.sca.authorize(quote.quoteId, body),
    )

    expectRejectedUnlessAccepted(response, statuses)
    const seen = await readAfterwards(context, quote, response)
    expectNotAuthorized(seen)
  })
}
