import { all, answer } from './keys.ts'

/** What the palette found. */
export const searchKeys = {
  found: (text: string, applicationId: number | undefined) => answer('POST /api/search', text, applicationId ?? all),
  /** The index of the guide, which is a file and no endpoint. */
  guide: ['guide'],
} as const
