import { api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { ToastText } from '../../ui/feedback/toast.ts'

interface Switched {
  readonly id: number
  readonly isActive: boolean
  /** This is the Undo itself, so it offers none. */
  readonly isUndo?: boolean
}

/** Disables or enables a license, with Undo. */
export function useSwitchLicense(applicationId: number) {
  const change = useMutate(
    ({ id, isActive }: Switched) =>
      api('PATCH /api/applications/:id/licenses/:licenseId', {
        params: { id: String(applicationId), licenseId: String(id) },
        body: { isActive },
      }),
    {
      done: (_, { id, isActive, isUndo }): ToastText => ({
        title: isActive ? 'License enabled' : 'License disabled',
        ...(isUndo !== true && {
          action: { label: 'Undo', onClick: () => change.mutate({ id, isActive: !isActive, isUndo: true }) },
        }),
      }),
      refresh: ['GET /api/applications/:id/licenses', 'GET /api/applications/:id/licenses/summary'],
    },
  )
  return change
}
