import { createHash } from 'node:crypto'

/** Whether a former service stored this hash of the address: as it was typed, or in lower case. SHA-1 is theirs. */
export const isImportedEmail = (email: string, hash: string): boolean =>
  [email, email.toLowerCase()].some((text) => createHash('sha1').update(text).digest('hex') === hash)
