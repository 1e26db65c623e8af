import { api } from '../api/client.ts'

/** Records in the audit log that the application's API key was revealed or copied. */
export function noteKeyUse(applicationId: number, use: 'reveal' | 'copy'): void {
  const params = { id: String(applicationId) }
  void api('POST /api/applications/:id/api-key-uses', { params, body: { use } }).catch(() => undefined)
}
