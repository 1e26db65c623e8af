import { describe, expect, test } from 'vitest'
import { commonPasswords, passwordProblem } from './dashboard-password.ts'

const email = 'marie@example.com'

describe('the password of a dashboard account', () => {
  test.each([
    ['eleven characters', 'k7#Wm2!pQz9'],
    ['more than 256 bytes, though fewer characters', 'ü'.repeat(100) + 'q8Zk'.repeat(20)],
    ['NUL', 'quiet otter\0 rows'],
    ['half a surrogate pair', 'quiet otter \ud800 rows'],
    ['one of the common ones', 'Password1234'],
    ['a common one in full-width characters', 'ｐａｓｓｗｏｒｄ１２３４'],
    ['a common one with spaces', 'correct horse battery staple'],
    ['one character over and over', 'aaaaaaaaaaaaaaaa'],
    ['a few characters over and over', 'abc1abc1abc1abc1'],
    ['the name of the product', 'my Keywright login 7'],
    ['the name in the e-mail address', 'Marie has 3 boats'],
  ])('is refused with a reason: %s', (_why, password) => {
    expect(passwordProblem(password, email)).toMatch(/^(must|is one)/)
  })

  test.each([
    ['twelve characters', 'k7#Wm2!pQz9x'],
    ['a sentence with spaces at its ends', ' quiet otter rows home '],
    ['256 bytes', `${'q8Zk-'.repeat(51)}x`],
    ['emoji', '🦦 rows 🛶 home 🏡 late'],
  ])('is accepted without rules of composition: %s', (_why, password) => {
    expect(passwordProblem(password, email)).toBeUndefined()
  })

  test('may contain a name so short that it is there by chance', () => {
    expect(passwordProblem('bob rows the boat', 'bob@example.com')).toBeUndefined()
  })
})

test('the list holds only what length lets pass, in the form it is compared in', () => {
  expect(commonPasswords.size).toBeGreaterThan(100)
  expect([...commonPasswords].filter((text) => text.length < 12 || text !== text.toLowerCase())).toEqual([])
})
