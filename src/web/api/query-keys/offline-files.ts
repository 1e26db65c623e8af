import { answer } from './keys.ts'

/** For whom offline files are made. */
export type OfflineSubject = { readonly userId: number } | { readonly licenseId: number }

/** Offline files of a user or of a license. */
export const offlineFileKeys = {
  of: (id: number, of: OfflineSubject) => answer('GET /api/applications/:id/offline-licenses', id, of),
} as const
