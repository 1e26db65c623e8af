import type { ReactNode } from 'react'
import * as texts from '../../texts/api-config.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
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
      title={isPromotion ? texts.promote(keys.next.id) : texts.revoke(change.key.id)}
      text={isPromotion ? texts.itStartsSigningRetires(keys.current.id) : texts.doThisIfIts}
      tone={isPromotion ? 'primary' : 'danger'}
      needs="manage"
      confirmText={isPromotion ? texts.promoteKey : texts.revokeKey}
      pendingText={isPromotion ? texts.promoting : texts.revoking}
      isPending={promote.isPending || revoke.isPending}
      onConfirm={() => (isPromotion ? promote.mutate(undefined) : revoke.mutate(change.key.number))}
    >
      <Programs title={texts.keepVerifying} tone="text-ok">
        {goOn}
      </Programs>
      <Programs title={texts.stopVerifying} tone="text-bad">
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
    goOn: texts.clientsThatPinThose(next.id, next.createdAt),
    stop: texts.clientsThatPinOnly(current.id),
  }
}

function afterRevocation({ current, next }: SigningKeys, { id, state }: SigningKey) {
  if (state === 'current') {
    return {
      goOn: texts.clientsThatPinIt(next.id),
      stop: texts.clientsThatPinBut(id, next.id),
    }
  }
  if (state === 'next') {
    return {
      goOn: texts.allClientsThatPin(current.id),
      stop: texts.clientsThatPinOnlyClients(id, current.id),
    }
  }
  return {
    goOn: texts.clientsThatPinOr(current.id, next.id),
    stop: texts.clientsThatPinOnlyOr(id),
  }
}
