import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useProof } from '../../proof/prove.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { late } from '../../ui/late.tsx'
import { SettingRow } from '../../ui/setting-row.tsx'
import { Time } from '../../ui/time.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { actionLines } from './token-actions.ts'
import { type ManagementToken, useRevokeToken, useTokens } from './use-account.ts'

const NewTokenDialog = late(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

/** Credentials for programs: a shop that makes licenses, a script that cleans up. */
export function TokensCard() {
  const list = useTokens()
  const prove = useProof()
  const [isMaking, setIsMaking] = useState(false)
  const [doomed, setDoomed] = useState<ManagementToken>()
  const revoke = useRevokeToken(() => setDoomed(undefined))
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
            <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setDoomed(token)}>
              Revoke
            </Button>
          </SettingRow>
        )}
      />
      <FromFirstOpening isOpen={isMaking}>
        <NewTokenDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      </FromFirstOpening>
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title="Revoke this token?"
        text={
          <>
            Whatever uses <bdi className="font-medium text-fg">{doomed?.name}</bdi> is refused from its next call on.
            This action cannot be undone.
          </>
        }
        confirmText="Revoke"
        pendingText="Revoking…"
        isPending={revoke.isPending}
        onConfirm={() => doomed !== undefined && revoke.mutate(doomed)}
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
