import { describe, expect, test, vi } from 'vitest'
import { passwordFormProblem, passwordProblem } from './dashboard-password.ts'

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
    ['a common one with spaces between its words', 'pass word 1234'],
    ['a common word with a year', 'Liverpool2023!'],
    ['a common one with replaced letters, twice', 'P@ssw0rd!P@ssw0rd!'],
    ['keys that lie beside each other', 'asdfjkl;asdf'],
    ['one character over and over', 'aaaaaaaaaaaaaaaa'],
    ['a few characters over and over', 'abc1abc1abc1abc1'],
    ['the name of the product', 'my Keywright login 7'],
    ['the name in the e-mail address', 'Marie has 3 boats'],
  ])('is refused with a reason: %s', async (_why, password) => {
    expect(await passwordProblem(password, email)).toMatch(/^(must|is too common)/)
  })

  test.each([
    ['twelve characters', 'k7#Wm2!pQz9x'],
    ['a sentence with spaces at its ends', ' quiet otter rows home '],
    ['256 bytes', `${'q8Zk-'.repeat(51)}x`],
    ['emoji', '🦦 rows 🛶 home 🏡 late'],
  ])('is accepted without rules of composition: %s', async (_why, password) => {
    expect(await passwordProblem(password, email)).toBeUndefined()
  })

  test('may contain a name so short that it is there by chance', async () => {
    expect(await passwordProblem('bob rows the boat', 'bob@example.com')).toBeUndefined()
  })
})

test('every common password of at least twelve characters is refused that people extend shorter ones to', async () => {
  const accepted: string[] = []
  for (const password of extended) if ((await passwordProblem(password, email)) === undefined) accepted.push(password)
  expect(accepted).toEqual([])
})

test('the longest and most repetitive password is judged', async () => {
  expect(await passwordProblem('p4$$w0rd'.repeat(32), email)).toBe('is too common, choose another')
})

test('a password is rated by its first 32 characters: a weak beginning is refused whatever follows', async () => {
  const beginning = 'p4$$w0rd'.repeat(4)
  expect(await passwordProblem(`${beginning}k7#Wm2!pQz9x`, email)).toBe('is too common, choose another')
  expect(await passwordProblem(`k7#Wm2!pQz9x${beginning}`, email)).toBeUndefined()
})

test('a password after one that could not be rated is rated', async () => {
  vi.resetModules()
  vi.doMock('@zxcvbn-ts/core', () => {
    throw new Error('too many open files')
  })
  const fresh = await import('./dashboard-password.ts')
  await expect(fresh.passwordProblem('quiet otter rows home', email)).rejects.toThrow()
  vi.doUnmock('@zxcvbn-ts/core')
  expect(await fresh.passwordProblem('quiet otter rows home', email)).toBeUndefined()
  expect(await fresh.passwordProblem('Liverpool2023!', email)).toBe('is too common, choose another')
})

test('the configuration checks the rules that need no dictionary', () => {
  expect(passwordFormProblem('k7#Wm2!pQz9', email)).toBe('must be at least 12 characters')
  expect(passwordFormProblem('Marie has 3 boats', email)).toBe('must not contain your email address')
  expect(passwordFormProblem('quiet otter rows home', email)).toBeUndefined()
})

const extended = String.raw`
  123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 1234567890qwertyuiop 123456789123
  123456789123456789 123456789abc 123456789qwe 123456789qwerty 0123456789ab 012345678901 0123456789012 098765432109
  0987654321098 987654321098 987654321012 123123456456 112233445566 11223344556677 102030405060 1q2w3e4r5t6y
  1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qaz@wsx#edc
  !qaz2wsx#edc q1w2e3r4t5y6 q1w2e3r4t5y6u7 qazwsxedcrfv qazwsxedc123 zaq12wsxcde3 zaq1zaq1zaq1 qwertyuiop12
  qwertyuiop123 qwertyuiop1234 qwertyuiop[] qwertyuiop[]\ qwertyuiopasdf qwertyuiopasdfghjkl
  qwertyuiopasdfghjklzxcvbnm qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty1 qwerty654321
  asdfghjkl123 asdfghjkl1234 asdfghjkl;'\ asdfghjklzxcvbnm zxcvbnmasdfg zxcvbnm12345 zxcvbnm123456 abcdefghijkl
  abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abcdef123456 abcd12345678 abc123456789 abcdefg12345
  a1b2c3d4e5f6 a1s2d3f4g5h6 aa1234567890 aaa111222333 password1234 password12345 password123456 password123!
  password1234! password12345! password2020 password2021 password2022 password2023 password2024 password2025
  password2026 password2026! passwordpassword password!234 password@123 password@1234 p@ssw0rd1234 p@ssw0rd123!
  p@ssword1234 pa$$word1234 passw0rd1234 passw0rd123! mypassword12 mypassword123 mypassword1234 newpassword1
  newpassword123 thisismypassword thisisapassword secretpassword supersecret1 supersecret123 topsecret123
  changeme1234 changeme12345 changeme123! changemenow1 changemeplease letmein12345 letmein123456 letmeinplease
  welcome12345 welcome123456 welcome1234! welcome2024! welcome2025! welcome2026! iloveyou1234 iloveyou12345
  iloveyou123456 iloveyouforever iloveyousomuch administrator administrator1 administrator123 administrator1!
  admin1234567 admin12345678 admin123456789 adminadmin12 adminadmin123 adminpassword admin@123456 rootpassword
  root12345678 toor12345678 master123456 superman1234 batman123456 dragon123456 monkey123456 football1234
  baseball1234 basketball12 basketball123 liverpool1234 manchesterunited chelsea12345 sunshine1234 princess1234
  princess12345 michael12345 charlie12345 jennifer1234 starwars1234 pokemon12345 trustno1trustno1 whatever1234
  computer1234 internet1234 samsung12345 google123456 facebook1234 microsoft123 windows12345 unknown12345
  temporary123 temppassword defaultpassword default12345 testpassword testtest1234 test12345678 test123456789
  guestguest12 user12345678 user123456789 helloworld12 helloworld123 hello1234567 correcthorsebatterystaple
  qweasdzxc123 qweasdzxc1234 qwe123qwe123qwe wsxedcrfvtgb 147258369147 159753456852
  789456123000 741852963000 31415926535897 314159265358 licensekey123 license12345
`
  .trim()
  .split(/\s+/)
