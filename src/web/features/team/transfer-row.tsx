import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import * as texts from '../../texts/team.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type Team, useEndTransfer } from './use-team.ts'

const TransferDialog = lazyDialog(async () => (await import('./transfer-dialog.tsx')).TransferDialog)

interface TransferRowProps {
  readonly application: { readonly id: number; readonly name: string }
  readonly team: Pick<Team, 'members' | 'transfer'>
}

/** Offers the application to a member, or withdraws the offer. */
export function TransferRow({ application, team: { members, transfer } }: TransferRowProps) {
  const reauthenticate = useReauthentication()
  const [isOffering, setIsOffering] = useState(false)
  const withdraw = useEndTransfer(application.id)
  const none = members.length === 0 ? texts.inviteTheNewOwner : undefined
  if (transfer !== null && transfer !== undefined) {
    return (
      <SettingRow
        title={texts.transfer}
        text={
          <>
            {texts.offeredTo} <bdi className="font-medium text-fg">{transfer.email}</bdi> {texts.until}{' '}
            <Time value={transfer.expiresAt} />.
          </>
        }
      >
        <Button needs="team" isBusy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {texts.withdraw}
        </Button>
      </SettingRow>
    )
  }
  return (
    <SettingRow title={texts.transfer} text={texts.makeAMemberThe}>
      <Button needs="team" disabledReason={none} onClick={() => reauthenticate(() => setIsOffering(true))}>
        {texts.transferText}
      </Button>
      <TransferDialog
        application={application}
        members={members}
        isOpen={isOffering}
        onClose={() => setIsOffering(false)}
      />
    </SettingRow>
  )
}
