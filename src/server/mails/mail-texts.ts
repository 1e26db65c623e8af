import type { MailKind } from '../../shared/mail.ts'
import type { MailContent } from '../store/selling/mails.ts'

/** What a mail is about, with the values of its text. */
export type MailSubject =
  /** A code to sign in or to prove an address with, valid for minutes. */
  | { readonly kind: 'code'; readonly code: string; readonly validMinutes: number }
  /** The license keys of an order. */
  | { readonly kind: 'key'; readonly keys: readonly string[]; readonly order: string; readonly isTest: boolean }
  /** A code to set a new password with. */
  | { readonly kind: 'reset'; readonly username: string; readonly code: string; readonly validMinutes: number }
  /** A code that proves that an address is the customer's. */
  | { readonly kind: 'verification'; readonly username: string; readonly code: string; readonly validHours: number }

/** The words of all mails to customers: plain text, in the name of the application. */
export function mailContent(subject: MailSubject, application: string): MailContent {
  return writers[subject.kind](subject as never, oneLine(application))
}

/** What the maker gets on asking for it. */
export const testMailContent = (application: string): MailContent => ({
  subject: `Test email of ${oneLine(application)}`,
  text: `This is how ${oneLine(application)} sends email to its customers: license keys, codes and links arrive like this.
`,
})

/** A name with a line break would end the subject. */
const oneLine = (name: string) => name.replace(/\s+/g, ' ').trim()

type Writers = {
  readonly [K in MailKind]: (subject: Extract<MailSubject, { kind: K }>, name: string) => MailContent
}

const writers: Writers = {
  code: ({ code, validMinutes }, name) => ({
    subject: `Your code for ${name}`,
    text: `Enter this code to sign in to ${name}:

${code}

It is valid for ${validMinutes} minutes. If you didn't ask for it, ignore this email.
`,
  }),
  key: ({ keys, order, isTest }, name) => ({
    subject: `Your license ${keys.length === 1 ? 'key' : 'keys'} for ${name}`,
    text: `Thank you for your order ${order}.

${keys.length === 1 ? 'Your license key' : 'Your license keys'} for ${name}:

${keys.join('\n')}

${isTest ? 'This was a test order: the key works for one day.' : 'Keep this email: it shows that the license is yours.'}
`,
  }),
  reset: ({ username, code, validMinutes }, name) => ({
    subject: `Reset your password for ${name}`,
    text: `Someone, probably you, asked to reset the password of ${username} for ${name}.

Enter this code to set a new password:

${code}

It is valid for ${validMinutes} minutes and works once. If you didn't ask for it, ignore this email.
`,
  }),
  verification: ({ username, code, validHours }, name) => ({
    subject: `Confirm your email address for ${name}`,
    text: `This address was entered for ${username} in ${name}.

Enter this code to confirm that it is yours:

${code}

It is valid for ${validHours} hours. If you didn't enter it, ignore this email.
`,
  }),
}
