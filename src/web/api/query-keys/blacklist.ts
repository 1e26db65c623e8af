import { all, answer } from './keys.ts'

/** The blacklist of one application or of the account. */
export const blacklistKeys = {
  /** The lists, of the account and of each application. */
  every: answer('GET /api/blacklist'),
  list: (applicationId: string | undefined) => answer('GET /api/blacklist', applicationId ?? all),
  check: (type: string, value: string, applicationId: number | undefined) =>
    answer('GET /api/blacklist/check', type, value, applicationId),
} as const
