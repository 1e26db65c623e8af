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
          ? `It starts signing, ${keys.current.id} retires, and a new next key is created for your next release. This action cannot be undone.`
          : 'Do this if its private key may have leaked. It never signs again. This action cannot be undone.'
      }
      tone={isPromotion ? 'primary' : 'danger'}
      needs="manage"
      confirmText={isPromotion ? 'Promote Key' : 'Revoke Key'}
      pendingText={isPromotion ? 'Promoting...' : 'Revoking...'}
      isPending={promote.isPending || revoke.isPending}
      onConfirm={() => (isPromotion ? promote.mutate(undefined) : revoke.mutate(change.key.number))}
    >
      <Programs title="Keep Verifying" tone="text-ok">
        {goOn}
      </Programs>
      <Programs title="Stop Verifying" tone="text-bad">
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
    goOn: `Clients that pin ${next.id}: those built since ${formatDate(next.createdAt)}, when it first appeared here. Older ones too, if they name their keys in X-Key-Id.`,
    stop: `Clients that pin only ${current.id} or older keys, and send no X-Key-Id.`,
  }
}

function afterRevocation({ current, next }: SigningKeys, { id, state }: SigningKey) {
  if (state === 'current') {
    return {
      goOn: `Clients that pin ${next.id}: it starts signing, and a new next key is created.`,
      stop: `Clients that pin ${id} but not ${next.id}.`,
    }
  }
  if (state === 'next') {
    return {
      goOn: `All clients that pin ${current.id}, which keeps signing. A new next key is created.`,
      stop: `Clients that pin only ${id}. Clients that also pin ${current.id} stop at the next promotion, unless you release them with the new next key first.`,
    }
  }
  return {
    goOn: `Clients that pin ${current.id} or ${next.id}.`,
    stop: `Clients that pin only ${id} or other older keys, and name it in X-Key-Id.`,
  }
}
