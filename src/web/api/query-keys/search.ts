import { all, answer } from './keys.ts'

/** What the palette found. */
export const searchKeys = {
  found: (text: string, applicationId: number | undefined) => answer('POST /api/search', text, applicationId ?? all),
} as const
