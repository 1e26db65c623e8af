import { api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/licenses.ts'
import { refreshedByLicense } from './use-license-details.ts'
import type { License } from './use-licenses.ts'

export type HoldAction = 'pause' | 'unpause' | 'ban' | 'unban'

interface HoldChange {
  readonly license: Pick<License, 'id'>
  /** Of a pause or a ban; blank: none. */
  readonly reason?: string
  /** At the end of a pause: its time is added to the expiry. */
  readonly giveBack?: boolean
}

const done: Readonly<Record<HoldAction, string>> = {
  pause: texts.licensePaused,
  unpause: texts.licenseResumed,
  ban: texts.licenseBanned,
  unban: texts.licenseUnbanned,
}

/** Pauses or bans a license, or ends that; with Undo. */
export function useHoldLicense(applicationId: number, action: HoldAction, onDone: () => void) {
  const undo = useUndo(applicationId)
  return useMutate((change: HoldChange) => post(applicationId, action, change), {
    done: ({ undoId }) => ({
      title: done[action],
      ...(undoId !== undefined && { action: { label: texts.undo, onClick: () => undo.mutate(undoId) } }),
    }),
    failed: texts.failedToUpdateLicense,
    refresh: refreshedByLicense,
    onDone,
  })
}

function post(applicationId: number, action: HoldAction, { license, reason = '', giveBack }: HoldChange) {
  const params = { id: String(applicationId), licenseId: String(license.id) }
  if (action === 'unban') return api('POST /api/applications/:id/licenses/:licenseId/unban', { params })
  if (action === 'unpause') {
    return api('POST /api/applications/:id/licenses/:licenseId/unpause', { params, body: { giveBack } })
  }
  return api(`POST /api/applications/:id/licenses/:licenseId/${action}`, {
    params,
    body: reason.trim() === '' ? undefined : { reason: reason.trim() },
  })
}
