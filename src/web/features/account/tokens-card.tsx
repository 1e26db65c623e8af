import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import * as texts from '../../texts/account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { LastUsed } from './last-used.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { actionLines } from './token-actions.ts'
import { type ManagementToken, useRevokeToken, useTokens } from './use-account.ts'

const NewTokenDialog = lazyDialog(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

/** Credentials for programs, such as a shop or a script. */
export function TokensCard() {
  const list = useTokens()
  const reauthenticate = useReauthentication()
  const [isMaking, setIsMaking] = useState(false)
  const revocation = useDialogValue<ManagementToken>()
  const revoke = useRevokeToken(revocation.close)
  return (
    <Card
      title={texts.managementTokens}
      description={texts.letYourShopOr}
      actions={
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => reauthenticate(() => setIsMaking(true))}
        >
          {texts.newToken}
        </Button>
      }
    >
      <LoadedRows
        of={list}
        none={texts.noTokensYet}
        row={(token) => (
          <SettingRow key={token.id} title={<Title {...token} />} text={<Facts {...token} />}>
            <Button size="sm" aria-label={texts.revokeOf(token.name)} onClick={() => revocation.open(token)}>
              {texts.revoke}
            </Button>
          </SettingRow>
        )}
      />
      <NewTokenDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      <ConfirmDialog
        {...revocation.dialog}
        title={texts.revokeThisToken}
        text={
          <>
            {texts.requestsWith} <bdi className="font-medium text-fg">{revocation.value?.name}</bdi>{' '}
            {texts.areRejectedImmediatelyThis}
          </>
        }
        confirmText={texts.revoke}
        pendingText={texts.revoking}
        isPending={revoke.isPending}
        onConfirm={() => revocation.value && revoke.mutate(revocation.value)}
      />
    </Card>
  )
}

function Title({ name, hint, expiresAt }: ManagementToken) {
  return (
    <>
      <bdi className="truncate">{name}</bdi>
      <code className="text-meta font-normal text-fg-3">{hint}…</code>
      {Date.parse(expiresAt) <= Date.now() && <Badge tone="bad">{texts.expired}</Badge>}
    </>
  )
}

function Facts({ actions, applicationIds, expiresAt, lastUsedAt }: ManagementToken) {
  return (
    <>
      <p>{actionLines(actions).join(' · ')}</p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-fg-3">
        <span>
          {applicationIds === null ? texts.allApplications : formatCount(applicationIds.length, 'application')}
        </span>
        <span aria-hidden>·</span>
        <span>
          {texts.expires} <Time value={expiresAt} show="date" />
        </span>
        <span aria-hidden>·</span>
        <LastUsed at={lastUsedAt} />
      </p>
    </>
  )
}
