/**
 * Faults that give more than one cause, with the reason. The responses of two checks do not show that one correction
 * resolves both, and a rule that merged them would also hide one of two independent mistakes.
 */
export const SEVERAL_CAUSES: ReadonlyMap<string, string> = new Map([
  [
    'immediate-execution-overdraws',
    "an agent's quote takes money that the account lacks, and a quote of the platform does so by another operation",
  ],
  [
    'approval-overdraws',
    'checks find a payment without funds, and another one needs an execution that failed for lack of funds',
  ],
  [
    'approval-besides-the-platform',
    'an approval pays a second time, and a quote that is executed twice names two transactions',
  ],
  ['sca-region-of-everyone', 'quotes await authorization, and the factors of a customer are listed'],
  [
    'approval-rejected-is-executed-again',
    'the second request pays what was rejected, and gives a transaction another creation time',
  ],
  [
    'approval-reservation-kept',
    'the amount is taken by an execution in some checks, and at the creation of a quote in another one',
  ],
  [
    'identifier-remembered-after-the-quote',
    'the copies of one check have one body, and those of another check two bodies',
  ],
  [
    'approval-permission-to-create-is-enough',
    'one execution is accepted without permission, and another one takes money at the creation of its quote',
  ],
  [
    'transfer-no-instructions',
    "a quote of the platform and an agent's quote lack their instructions, in the responses of two operations",
  ],
  [
    'transfer-execution-forgets-the-money',
    'one check finds a wrong debit, and others need an execution that was paid',
  ],
  [
    'actions-without-credentials',
    'one check reads the status that the body of a rejection repeats, and gets a list',
  ],
  [
    'embedded-wallet-nothing-paid',
    'one check finds that the wallet paid nothing, and others need an execution that was paid',
  ],
  [
    'agent-unknown-is-any',
    'operations accept agents that do not exist, and so also delete or change the agents of other checks',
  ],
  [
    'accounts-beneficiary-not-asked-for',
    'one check omits the beneficiary, and another check sends an invalid type of beneficiary',
  ],
  [
    'accounts-created-and-not-stored',
    'the check that finds an account missing from the list does not read it, so it is blocked for another reason',
  ],
  [
    'agent-created-with-the-usual-policy',
    'one quote is created without permission, and another quote is executed without approval',
  ],
  [
    'agent-token-replaced-by-another-agent',
    'one token is rejected when it lists actions, and another token when it creates a quote',
  ],
  [
    'document-replaced-is-lost',
    'the list and a new upload are requests of two operations, neither of which replaces the document',
  ],
  [
    'embedded-wallet-one-otp-credential-of-any-type',
    'the body of EWA-01 is a default, so a rejection of it is shown as one that the body may cause',
  ],
  [
    'customer-identifier-of-the-moment',
    'a check gets the customer of another check, if both create one at the same moment',
  ],
  [
    'convention-status-goes-back',
    'a list and a read by id show different statuses of an action, and two fields contradict each other',
  ],
  [
    'every-quote-executed',
    'the status of a new quote, the balance after it, and the execution of an executed quote',
  ],
  [
    'identifier-forgotten-after-one-repetition',
    'a third request, ten concurrent requests, and a request with another body each get another quote',
  ],
  [
    'locked-amount-as-a-float',
    'one quote has its sending side locked, and another quote its receiving side; each has a wrong total',
  ],
  [
    'locked-amount-overflows',
    'one quote has its sending side locked, and another quote its receiving side; each has a wrong total',
  ],
  ['sca-any-code', 'a wrong code authorizes a quote, and a wrong code completes a login'],
  ['sca-codes-compared-by-prefix', 'a wrong code authorizes a quote, and a wrong code completes a login'],
  ['sca-codes-of-all', 'a wrong code authorizes a quote, and a wrong code completes a login'],
  ['sca-challenge-stays', 'the schema requires another status where a quote has a challenge'],
  [
    'customer-update-of-namesakes',
    'the change shows in other customers, and frees the platformCustomerId of one for another customer',
  ],
  [
    'customer-update-of-later-ones',
    'the change shows in other customers, and frees the platformCustomerId of one for another customer',
  ],
  ['cards-one-too-many', 'a card is issued above the limit, and another becomes active again above it'],
  [
    'transfer-expires-in-another-zone',
    'expiresAt is in the past after the creation, and the lifetime of another quote is negative',
  ],
  [
    'transfer-locks-the-receiving-side',
    'a quote has the wrong amount, and the execution of another quote accepts too little money',
  ],
  ['trust-any-code-accepted', 'a wrong code ends the trust, and the account is or is not deleted afterwards'],
  [
    'trust-untrusted-and-kept',
    'an untrusted account is not deleted, and the confirmation of trust returns another value',
  ],
  [
    'transfer-fees-without-the-platforms',
    'the amounts of a quote do not add up, and the fees of the platform are larger than all fees',
  ],
])
