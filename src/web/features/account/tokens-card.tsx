import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { MountOnFirstOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { actionLines } from './token-actions.ts'
import { type ManagementToken, useRevokeToken, useTokens } from './use-account.ts'

const NewTokenDialog = lazyComponent(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

/** Credentials for programs: a shop that makes licenses, a script that cleans up. */
export function TokensCard() {
  const list = useTokens()
  const prove = useReauthentication()
  const [isMaking, setIsMaking] = useState(false)
  const [tokenToRevoke, setTokenToRevoke] = useState<ManagementToken>()
  const revoke = useRevokeToken(() => setTokenToRevoke(undefined))
  return (
    <Card
      title="Management tokens"
      description="Let your shop or a script use the dashboard API, without your password and only for what you choose."
      actions={
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => prove(() => setIsMaking(true))}
        >
          New Token
        </Button>
      }
    >
      <LoadedRows
        of={list}
        none="No tokens yet"
        row={(token) => (
          <SettingRow key={token.id} title={<Title {...token} />} text={<Facts {...token} />}>
            <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setTokenToRevoke(token)}>
              Revoke
            </Button>
          </SettingRow>
        )}
      />
      <MountOnFirstOpen isOpen={isMaking}>
        <NewTokenDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      </MountOnFirstOpen>
      <ConfirmDialog
        isOpen={tokenToRevoke !== undefined}
        onOpenChange={() => setTokenToRevoke(undefined)}
        title="Revoke this token?"
        text={
          <>
            Whatever uses <bdi className="font-medium text-fg">{tokenToRevoke?.name}</bdi> is refused from its next call
            on. This action cannot be undone.
          </>
        }
        confirmText="Revoke"
        pendingText="Revoking…"
        isPending={revoke.isPending}
        onConfirm={() => tokenToRevoke !== undefined && revoke.mutate(tokenToRevoke)}
      />
    </Card>
  )
}

function Title({ name, hint, expiresAt }: ManagementToken) {
  return (
    <>
      <bdi className="truncate">{name}</bdi>
      <code className="text-meta font-normal text-fg-3">{hint}…</code>
      {Date.parse(expiresAt) <= Date.now() && <Badge tone="bad">Expired</Badge>}
    </>
  )
}

function Facts({ actions, applicationIds, expiresAt, lastUsedAt }: ManagementToken) {
  return (
    <>
      <p>{actionLines(actions).join(' · ')}</p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-fg-3">
        <span>{applicationIds === null ? 'All applications' : formatCount(applicationIds.length, 'application')}</span>
        <span aria-hidden>·</span>
        <span>
          Expires <Time value={expiresAt} show="date" />
        </span>
        <span aria-hidden>·</span>
        <span>{lastUsedAt === null ? 'Never used' : <>Used {<Time value={lastUsedAt} />}</>}</span>
      </p>
    </>
  )
}
