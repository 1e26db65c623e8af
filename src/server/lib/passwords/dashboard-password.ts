import { dashboardPasswordMaxBytes, dashboardPasswordMinLength } from '../../../shared/constants.ts'

const productName = 'keywright'
/** A shorter part of an address turns up in good passwords by chance. */
const shortestTellingPart = 4

/** What speaks against a password of a dashboard account, or nothing. No rules of composition: length and rarity count. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < dashboardPasswordMinLength) return `must be at least ${dashboardPasswordMinLength} characters`
  if (Buffer.byteLength(password.normalize('NFC')) > dashboardPasswordMaxBytes) {
    return `must be at most ${dashboardPasswordMaxBytes} bytes`
  }
  if (/[\0]|\p{Surrogate}/u.test(password)) return 'must not contain NUL or broken characters'
  const plain = plainForm(password)
  if (commonPasswords.has(plain.replace(/\s/g, '')) || isRepetition(plain))
    return 'is one of the passwords that are tried first'
  if (plain.includes(productName)) return 'must not contain the name of this product'
  const name = plainForm(email.split('@', 1)[0] ?? '')
  if (name.length >= shortestTellingPart && plain.includes(name)) return 'must not contain your email address'
  return undefined
}

/** Nobody's guess is stopped by a capital letter or a full-width digit. */
const plainForm = (text: string) => text.normalize('NFKC').toLowerCase()

/** One to four characters over and over: aaaaaaaaaaaa, abcabcabcabc. */
const isRepetition = (text: string) => /^(.{1,4}?)\1+.{0,3}$/u.test(text)

/**
 * What is tried first among passwords that are long enough: words of breached lists in the forms people stretch them
 * to, walks over the keyboard, counting. Lower case and without spaces; shorter ones are refused by their length already.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 1234567890qwertyuiop 123456789123
  123456789123456789 123456789abc 123456789qwe 123456789qwerty 0123456789ab 012345678901 0123456789012 098765432109
  0987654321098 987654321098 987654321012 123123456456 112233445566 11223344556677 102030405060 1q2w3e4r5t6y
  1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qaz@wsx#edc
  !qaz2wsx#edc q1w2e3r4t5y6 q1w2e3r4t5y6u7 qazwsxedcrfv qazwsxedc123 zaq12wsxcde3 zaq1zaq1zaq1 qwertyuiop12
  qwertyuiop123 qwertyuiop1234 qwertyuiop[] qwertyuiop[]\\ qwertyuiopasdf qwertyuiopasdfghjkl
  qwertyuiopasdfghjklzxcvbnm qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty1 qwerty654321
  asdfghjkl123 asdfghjkl1234 asdfghjkl;'\\ asdfghjklzxcvbnm zxcvbnmasdfg zxcvbnm12345 zxcvbnm123456 abcdefghijkl
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
    .split(/\s+/),
)
