/**
 * Words of payment APIs, grouped by meaning. Each line: a concept, then the words that mean it, in singular and in lower
 * case; several words count as one phrase. `word*0.5` means the concept half as much: such a word has other meanings.
 */
const LINES = `
customer: customer, client, holder*0.6, user*0.6, end user, consumer, account holder, member*0.6, payer*0.5, entity*0.4, party*0.4, profile*0.4, person*0.4
agent: agent, delegate, assistant, bot, autonomous agent, ai agent, automation
me: me, self, myself, own, current*0.3
action: action, activity, operation log, step*0.3
quote: quote, quotation, offer*0.5, pricing*0.4, estimate*0.4, rate lock, transfer intent, payment intent, quoted transfer
transaction: transaction, transfer*0.7, payment*0.7, payout*0.6, movement, money movement, entry*0.3
external-account: external account, beneficiary, recipient, payee, counterparty, payout account, destination account, bank account*0.8, linked account, payout method, payment instrument, payout instrument, instrument*0.5, external wallet
internal-account: internal account, balance account, wallet account, ledger account, stored value account, treasury account, balance, wallet*0.4, cash account, pocket
account: account
platform: platform, partner, company*0.5, organization*0.5, organisation*0.5, merchant*0.4, tenant*0.4, own account*0.3, house*0.5, corporate*0.4
verify: verify, answer*0.4, verification*0.3, confirm ownership, prove, proof, check*0.4, validate*0.6
ownership: ownership, owner*0.3, proof of ownership, control*0.3, proof*0.5, possession
challenge: challenge, ownership check, ownership proof*0.8, proof of ownership*0.8
signature: signature, sign, signed message, signed*0.6
approve: approve, approval, accept, acceptance*0.7, authorise*0.3, authorize*0.3, release*0.5, consent*0.3, allow*0.4
reject: reject, rejection, decline, deny, refuse, refusal, denial
cancel: cancel, cancellation, void, revoke*0.5, abort, withdraw*0.5, stop*0.4, recall
execute: execute, execution, submit*0.5, send*0.4, commit, perform, run*0.5, finalize*0.6, finalise*0.6, fulfil*0.5, fulfill*0.5, complete*0.3, confirm*0.4, pay*0.4, accept*0.4, acceptance*0.5, settle*0.4, release*0.3
authorize: authorize, authorise, authorization, authorisation, step up
policy: policy, guardrail, rule*0.5, limit*0.4, mandate*0.6, permission*0.6, spending control
pause: pause, suspend, disable, deactivate, halt, on hold, stop*0.4
resume: resume, unpause, reactivate, unsuspend, continue*0.5, activate*0.4, enable*0.5
device-code: device code, pairing code, installation code, activation code, setup code, enrolment code, enrollment code, link code, pairing, device
redeem: redeem, redemption, exchange code, trade in, claim*0.4, exchange*0.4
status: status, state, progress*0.6
regenerate: regenerate, reissue, renew, rotate, fresh, new code
token: api token, token*0.7, api key, access key, secret key, key*0.4
card: card, debit card
cardholder: cardholder, card holder
email: email, e mail, mail*0.6, mailbox
phone: phone, mobile, telephone, phone number, sms*0.4, msisdn
contact: contact
confirm: confirm, confirmation, code check, complete*0.5, finish*0.6, submit code
send-code: send code, request code, start*0.4
code: code, otp, one time code, passcode, one time password
lookup: lookup, look up, resolve, resolution, search*0.4, discover*0.3, find receiver
receiver: receiver, recipient*0.4, payee*0.4
uma: uma, uma address, universal money address
bulk: bulk, batch, csv, import*0.6, upload*0.5, mass
job: job, task, import*0.3
discovery: discovery, payment rail, rail, institution, bank directory, directory*0.6, bank*0.4, discover*0.7, provider*0.3, payout network, network*0.3, coverage*0.6
document: document, file*0.8, attachment, evidence*0.5, paper*0.5
replace: replace, replacement, overwrite, reupload
wallet-credential: credential, authenticator, passkey, sign in method, login method, auth method, authentication method*0.6, webauthn
session: session, signed in device
embedded: embedded, embedded wallet, wallet auth, end user wallet
exchange-rate: exchange rate, fx rate, rate*0.7, fx, conversion rate, foreign exchange, currency rate
trust: trust, trusted, whitelist, allowlist, whitelisted, trusted beneficiary, safelist
untrust: untrust, distrust, remove trust, unwhitelist, revoke trust, un trust, delist
export: export, offboard*0.5, private key, take out*0.5, reveal*0.5, seed phrase
invitation: invitation, invite, referral*0.6
claim: claim, accept invitation, redeem invitation
configuration: configuration, config, setting, preference, platform setting
sandbox: sandbox, simulator, simulation, simulate, test mode, test case, test helper, test*0.4, mock*0.4, playground
fund: fund, funding*0.5, top up, topup, credit*0.5, deposit, load*0.4, add money, add fund
send: send, outgoing, simulate send, incoming*0.4, receive*0.3
webhook: webhook, callback, notification, event*0.6, notification endpoint
test: test, ping, trial, trigger*0.4
stablecoin: stablecoin, stable coin, digital dollar*0.6, coin, branded coin, digital currency*0.5, stable token
provider-account: provider account, issuer account, stablecoin provider account, provider link, issuer link, issuer connection, provider connection
enablement: enablement, activation, enable*0.6, onboarding request*0.5, go live
mint: mint, minting, issue*0.3, issuance
burn: burn, burning, retire, destroy*0.5, redeem*0.2
operation: operation, job*0.2
sca: sca, strong customer authentication, strong authentication, two factor, 2fa, mfa, multi factor, psd2
factor: factor, second factor, authentication factor, sca factor
login: login, log in, sign in, signin
start: start, begin, initiate, init, initiation
complete: complete, finish, completion
enrol: enrol, enroll, enrolment, enrollment, register factor
beneficial-owner: beneficial owner, ubo, ultimate beneficial owner, shareholder, controlling person, director*0.5, related person*0.6
kyc: kyc, kyb, identity verification, identity check, verification, due diligence, onboarding check, business verification, verification check, identity*0.5, due diligence case, compliance check, case*0.4
list: list, search*0.3, index, all
get: get, retrieve, fetch, read, show, view, see, find*0.5, query*0.4
create: create, add, new, register, open*0.5, issue*0.4, make, generate*0.5, request*0.3, submit*0.3, upload*0.4, link*0.5, connect*0.4
update: update, edit, modify, change, patch, amend, set*0.5
delete: delete, remove, destroy*0.5, erase, close*0.3, archive*0.5, unlink*0.5
freeze: freeze, unfreeze, lock*0.5, block*0.5
signing-key: public key
amount: amount, value*0.3
currency: currency
expiry: expiry, expire, expiration, valid until
`

/** Words without a meaning for matching. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of for to by and or in on with from at as is be it its this that these which who whom whose one some any not no
   has have into api v id ids uuid rest http https json service data object resource response request body value given
   contract does show what comes back was were may can will must now per so again let their your our you
   only when where after before if then than via within under each other others another`.split(/\s+/),
)

/** The meaning of a phrase: concepts with weights between 0 and 1. */
export type Meaning = ReadonlyMap<string, number>

const meanings = new Map<string, Map<string, number>>()
for (const line of LINES.trim().split('\n')) {
  const [concept = '', words = ''] = line.split(': ')
  for (const written of words.split(', ')) {
    const [phrase = '', weight = '1'] = written.split('*')
    const word = phrase
      .split(' ')
      .filter((part) => !STOP_WORDS.has(part))
      .join(' ')
    const meaning = meanings.get(word) ?? new Map<string, number>()
    meanings.set(word, meaning.set(concept, Number(weight)))
  }
}

/** Maximum words in a phrase. */
export const LONGEST_PHRASE = 4

/** The meaning of a word or a phrase; undefined: not in the vocabulary. */
export const meaningOf = (phrase: string): Meaning | undefined => meanings.get(phrase)

/** Concepts of actions, which the method and the path shape mostly determine already. */
export const GENERIC: ReadonlySet<string> = new Set([
  'list',
  'get',
  'create',
  'update',
  'delete',
  'account',
  'status',
])

/** Concepts that exclude each other, such as pause and resume. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['pause', 'resume'],
  ['approve', 'reject'],
  ['trust', 'untrust'],
  ['mint', 'burn'],
  ['email', 'phone'],
]
