import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { type SigningKey, type SigningKeys, usePromoteKey, useRevokeKey } from './use-signing-keys.ts'

export type KeyChange = { readonly kind: 'promote' } | { readonly kind: 'revoke'; readonly key: SigningKey }

export interface KeyChangeDialogProps extends DialogState {
  readonly applicationId: number
  readonly keys: SigningKeys
  readonly change: KeyChange
}

/** Asks before a key is promoted or revoked, and says which clients keep working and which stop verifying. */
export function KeyChangeDialog({ applicationId, keys, change, isOpen, onClose }: KeyChangeDialogProps) {
  const promote = usePromoteKey(applicationId, onClose)
  const revoke = useRevokeKey(applicationId, onClose)
  const isPromotion = change.kind === 'promote'
  const { goOn, stop } = isPromotion ? afterPromotion(keys) : afterRevocation(keys, change.key)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isPromotion ? `Promote ${keys.next.id}?` : `Revoke ${change.key.id}?`}
      text={
        isPromotion
          ? `It signs from now on, ${keys.current.id} retires, and a new next key is made for your next release. This cannot be undone.`
          : 'Do this when its private half may have become known. It never signs again. This cannot be undone.'
      }
      tone={isPromotion ? 'primary' : 'danger'}
      needs="manage"
      confirmText={isPromotion ? 'Promote Key' : 'Revoke Key'}
      pendingText={isPromotion ? 'Promoting...' : 'Revoking...'}
      isPending={promote.isPending || revoke.isPending}
      onConfirm={() => (isPromotion ? promote.mutate(undefined) : revoke.mutate(change.key.number))}
    >
      <Programs title="Go on" tone="text-ok">
        {goOn}
      </Programs>
      <Programs title="Stop verifying" tone="text-bad">
        {stop}
      </Programs>
    </ConfirmDialog>
  )
}

interface ProgramsProps {
  readonly title: string
  readonly tone: string
  readonly children: ReactNode
}

function Programs({ title, tone, children }: ProgramsProps) {
  return (
    <div>
      <p className={`font-medium ${tone}`}>{title}</p>
      <p className="text-second text-fg-2">{children}</p>
    </div>
  )
}

function afterPromotion({ current, next }: SigningKeys) {
  return {
    goOn: `Programs that pin ${next.id}: those built since ${formatDate(next.createdAt)}, when it was first shown here. Older ones too, where they name their keys in X-Key-Id.`,
    stop: `Programs that pin ${current.id} or older keys alone, and send no X-Key-Id.`,
  }
}

function afterRevocation({ current, next }: SigningKeys, { id, state }: SigningKey) {
  if (state === 'current') {
    return {
      goOn: `Programs that pin ${next.id}: it signs from now on, and a new next key is made.`,
      stop: `Programs that pin ${id} and not ${next.id}.`,
    }
  }
  if (state === 'next') {
    return {
      goOn: `All programs that pin ${current.id}, which signs as before. A new next key is made.`,
      stop: `Programs that pin ${id} alone. Those that pin it beside ${current.id} stop at the next promotion, unless you release them with the new next key first.`,
    }
  }
  return {
    goOn: `Programs that pin ${current.id} or ${next.id}.`,
    stop: `Programs that pin only ${id} or other older keys, and name it in X-Key-Id.`,
  }
}
