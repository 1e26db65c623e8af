import { expect, it } from 'vitest'
import { codeAt } from '../../../test/harness/second-factor.ts'
import { totpStep } from './totp.ts'

const secret = 'JBSWY3DPEHPK3PXP'.repeat(2)
const nowMs = 1_700_000_000_000

it('a code of the app is its step in time', () => {
  expect(totpStep(secret, codeAt(secret, nowMs), nowMs)).toBe(Math.floor(nowMs / 30_000))
})

it.each(['', '12345', '1234567', '12345a', '😀1234', 'äöüäöü', '１２３４５６', "\u200d\u200d'😀\\", '12345\0'])(
  'what is no code is wrong, and no fault: %j',
  (code) => {
    expect(totpStep(secret, code, nowMs)).toBeUndefined()
  },
)
