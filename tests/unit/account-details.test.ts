import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clabe, cpf, detailsOf, iban } from '../../fixtures/provisioning/account-details.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { walletsFromSeed } from '../../fixtures/wallets/wallets.ts'
import { valueAt } from '../../spec/value-at.ts'
import { fiatTypes } from '../../spec/index.ts'

const fresh = () => ({ random: seededRandom('details'), wallets: walletsFromSeed('details') })

/** Details that are the same in each account: no sandbox decides by them. */
const CONSTANT = ['021000021', '1020304050', '+628123456789', '200000']

describe('details of an external account', () => {
  it('have the check digits that banks verify', () => {
    assert.equal(iban('DE', '370400440532013000'), 'DE89370400440532013000')
    assert.equal(iban('GB', 'WEST12345698765432'), 'GB82WEST12345698765432')
    assert.equal(clabe('03218000011835971'), '032180000118359719')
    assert.equal(cpf('111444777'), '11144477735')
  })

  it('are known for every listed bank account, with a beneficiary of the requested type', () => {
    for (const accountType of fiatTypes) {
      const details = detailsOf(accountType, fresh(), 'BUSINESS')
      assert.equal(valueAt(details, 'accountInfo.beneficiary.beneficiaryType'), 'BUSINESS')
      assert.match(String(details?.currency), /^[A-Z]{3}$/)
    }
  })

  it('are never the same twice', () => {
    const source = fresh()
    const [one, other] = [detailsOf('EUR_ACCOUNT', source), detailsOf('EUR_ACCOUNT', source)]
    assert.notDeepEqual(one, other)
  })

  it('never end like the numbers whose payments sandboxes fail', () => {
    const source = fresh()
    const numbers = Array.from({ length: 200 }).flatMap(() =>
      fiatTypes.flatMap((accountType) =>
        Object.values(detailsOf(accountType, source)!.accountInfo).filter(
          (value) => typeof value === 'string' && /\d{8}$/.test(value) && !CONSTANT.includes(value),
        ),
      ),
    )

    assert.ok(numbers.length > 5_000, `${numbers.length} numbers`)
    assert.deepEqual(
      numbers.filter((number) => /00\d$/.test(String(number))),
      [],
    )
  })

  it('are unknown for a type that the contract does not list', () => {
    assert.equal(detailsOf('XYZ_ACCOUNT', fresh()), undefined)
  })
})
