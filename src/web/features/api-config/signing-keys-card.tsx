import type { ReactNode } from 'react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/api-config.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { KeyChange } from './key-change-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { type PinnedKey, type SigningKey, type SigningKeys, useSigningKeys } from './use-signing-keys.ts'

const KeyChangeDialog = lazyDialog(async () => (await import('./key-change-dialog.tsx')).KeyChangeDialog)

export interface SigningKeysCardProps {
  readonly applicationId: number
}

/** The public keys to pin, and their rotation. */
export function SigningKeysCard({ applicationId }: SigningKeysCardProps) {
  const { data: keys, error, refetch, isRefetching } = useSigningKeys(applicationId)
  return (
    <Card title={texts.signedResponses} description={texts.pinBothKeysIn}>
      {keys !== undefined ? (
        <Keys applicationId={applicationId} keys={keys} />
      ) : error === null ? (
        <Skeleton className="h-72" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
    </Card>
  )
}

interface KeysProps extends SigningKeysCardProps {
  readonly keys: SigningKeys
}

function Keys({ applicationId, keys }: KeysProps) {
  const change = useDialogValue<KeyChange>()
  const revoke = (key: SigningKey) => (
    <Button
      size="sm"
      variant="ghost"
      needs="manage"
      aria-label={texts.revokeOf(key.id)}
      onClick={() => change.open({ kind: 'revoke', key })}
    >
      {texts.revokeText}
    </Button>
  )
  return (
    <div className="flex flex-col gap-5">
      <Pinned
        title={texts.current}
        placeholder={texts.publicKey}
        keyShown={keys.current}
        actions={revoke(keys.current)}
      />
      <Pinned
        title={texts.next}
        placeholder={texts.nextPublicKey}
        keyShown={keys.next}
        actions={
          <>
            <Button size="sm" needs="manage" onClick={() => change.open({ kind: 'promote' })}>
              {texts.promoteText}
            </Button>
            {revoke(keys.next)}
          </>
        }
      />
      {keys.older.length > 0 && <Older keys={keys.older} revoke={revoke} />}
      <p className="text-second text-fg-3">{texts.compilePinnedKeysInto}</p>
      {change.value && (
        <KeyChangeDialog applicationId={applicationId} keys={keys} change={change.value} {...change.dialog} />
      )}
    </div>
  )
}

interface PinnedProps {
  readonly title: 'Current' | 'Next'
  /** The constant's name in the samples. */
  readonly placeholder: string
  readonly keyShown: PinnedKey
  readonly actions: ReactNode
}

function Pinned({ title, placeholder, keyShown, actions }: PinnedProps) {
  const { id, publicKey, publicKeyPem, createdAt } = keyShown
  return (
    <section aria-label={texts.key(title)} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={title === 'Current' ? 'ok' : 'info'}>{title}</Badge>
          <code className="text-meta">{id}</code>
          <CopyButton text={id} what={texts.keyId(id)} />
        </div>
        <div className="flex items-center gap-1">{actions}</div>
      </div>
      <div className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
        <code className="min-w-0 grow truncate text-meta text-fg-2" title={publicKey}>
          {publicKey}
        </code>
        <CopyButton text={publicKey} what={texts.publicKeyBase64(title.toLowerCase())} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-second text-fg-3">
        <span>
          <code className="text-meta">{placeholder}</code> {texts.inTheSamplesCreated} <Time value={createdAt} />
        </span>
        <CopyButton text={publicKeyPem} what={texts.publicKeyAsPem(title.toLowerCase())}>
          {texts.copyPem}
        </CopyButton>
      </div>
    </section>
  )
}

interface OlderProps {
  readonly keys: readonly SigningKey[]
  readonly revoke: (key: SigningKey) => ReactNode
}

/** No longer to be pinned, so the keys aren't shown. */
function Older({ keys, revoke }: OlderProps) {
  return (
    <KeyList title={texts.olderKeys}>
      {keys.map((key) => (
        <li key={key.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <Badge tone={key.state === 'revoked' ? 'bad' : 'neutral'}>
              {key.state === 'revoked' ? texts.revoked : texts.retired}
            </Badge>
            <code className="text-meta">{key.id}</code>
            <span className="text-second text-fg-3">
              <Time value={key.changedAt} />
            </span>
          </span>
          {key.state === 'retired' && revoke(key)}
        </li>
      ))}
    </KeyList>
  )
}
