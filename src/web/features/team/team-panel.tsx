import { Plus } from 'lucide-react'
import { roleNames } from '../../../shared/rights.ts'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/team.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { Select } from '../../ui/form/select.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { Time } from '../../ui/text/time.tsx'
import { roleOptions, roleTexts } from './role-options.ts'
import {
  type Member,
  type PendingInvite,
  type Team,
  useCancelInvite,
  useChangeRole,
  useRemoveMember,
} from './use-team.ts'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export interface TeamPanelProps {
  readonly application: { readonly id: number; readonly name: string }
  readonly team: Team
  readonly onLeft: () => void
  /** The dialog that invites. */
  readonly invitation: DialogState & { readonly onOpen: () => void }
}

/** The people of an application, and open invites. */
export function TeamPanel({ application, team, onLeft, invitation }: TeamPanelProps) {
  return (
    <>
      <Card
        title={texts.team}
        description={texts.dashboardUsersWhoWork}
        actions={
          <Button
            variant="primary"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            needs="team"
            onClick={invitation.onOpen}
          >
            {texts.invite}
          </Button>
        }
      >
        <MemberRows applicationId={application.id} team={team} onLeft={onLeft} />
      </Card>
      {team.invites !== undefined && team.invites.length > 0 && (
        <Card title={texts.pendingInvites}>
          <InviteRows applicationId={application.id} invites={team.invites} />
        </Card>
      )}
      <InviteDialog applicationId={application.id} isOpen={invitation.isOpen} onClose={invitation.onClose} />
    </>
  )
}

interface MemberRowsProps {
  readonly applicationId: number
  readonly team: Team
  readonly onLeft: () => void
}

function MemberRows({ applicationId, team: { owner, members }, onLeft }: MemberRowsProps) {
  const mayChange = useRefusal('team') === undefined
  const { id: ownId } = useCurrentUser()
  const change = useChangeRole(applicationId)
  const removal = useDialogValue<Member>()
  const remove = useRemoveMember(applicationId, (_reply, { accountId }) => {
    removal.close()
    if (accountId === ownId) onLeft()
  })
  const isOwn = removal.value?.accountId === ownId
  return (
    <>
      <ul className="divide-y divide-line">
        <SettingRow title={<PersonTitle {...owner} isOwn={owner.accountId === ownId} />} text={texts.owner} />
        {members.map((member) => (
          <SettingRow
            key={member.accountId}
            title={<PersonTitle {...member} isOwn={member.accountId === ownId} />}
            text={mayChange ? roleTexts[member.role] : roleNames[member.role]}
          >
            {mayChange && (
              <Select
                aria-label={texts.roleOf(member.email)}
                className="w-36"
                options={roleOptions}
                value={member.role}
                onChange={(role) => change.mutate({ accountId: member.accountId, role })}
              />
            )}
            {(mayChange || member.accountId === ownId) && (
              <Button
                size="sm"
                aria-label={member.accountId === ownId ? texts.leave : texts.remove(member.email)}
                onClick={() => removal.open(member)}
              >
                {member.accountId === ownId ? texts.leave : texts.removeText}
              </Button>
            )}
          </SettingRow>
        ))}
      </ul>
      {members.length === 0 && <p className="pt-3 text-fg-2">{texts.onlyYou}</p>}
      <ConfirmDialog
        {...removal.dialog}
        title={isOwn ? texts.leaveThisApplication : texts.removeThisMember}
        text={
          <>
            <bdi className="font-medium text-fg">{removal.value?.email}</bdi> {texts.losesAccessWithThe}
          </>
        }
        confirmText={isOwn ? texts.leave : texts.removeText}
        pendingText={isOwn ? texts.leaving : texts.removing}
        isPending={remove.isPending}
        onConfirm={() => removal.value && remove.mutate(removal.value)}
      />
    </>
  )
}

function PersonTitle({ email, name, isOwn }: Pick<Team['owner'], 'email' | 'name'> & { readonly isOwn: boolean }) {
  return (
    <>
      <bdi className="truncate">{email}</bdi>
      {name !== null && <bdi className="truncate font-normal text-fg-2">{name}</bdi>}
      {isOwn && <Badge tone="neutral">{texts.you}</Badge>}
    </>
  )
}

interface InviteRowsProps {
  readonly applicationId: number
  readonly invites: readonly PendingInvite[]
}

function InviteRows({ applicationId, invites }: InviteRowsProps) {
  const cancel = useCancelInvite(applicationId)
  return (
    <ul className="divide-y divide-line">
      {invites.map((invite) => (
        <SettingRow
          key={invite.id}
          title={<bdi className="truncate">{invite.email}</bdi>}
          text={
            <>
              {texts.expires(roleNames[invite.role])} <Time value={invite.expiresAt} show="date" />
            </>
          }
        >
          <Button
            size="sm"
            aria-label={texts.cancelInviteFor(invite.email)}
            needs="team"
            isBusy={cancel.isPending && cancel.variables.id === invite.id}
            onClick={() => cancel.mutate(invite)}
          >
            {texts.cancelInvite}
          </Button>
        </SettingRow>
      ))}
    </ul>
  )
}
