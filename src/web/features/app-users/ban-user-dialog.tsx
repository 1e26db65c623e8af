import { useState } from 'react'
import { type Block, useBlockCheck } from '../../api/block.ts'
import { blankBulkForm, bulkActions } from '../../bulk/bulk-actions.ts'
import { BulkFields } from '../../bulk/bulk-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { perOpening } from '../../ui/opening.tsx'
import type { AppUser } from './use-app-users.ts'
import { useBanUser } from './use-ban-user.ts'

export interface BanUserDialogProps {
  readonly applicationId: number
  readonly user: AppUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Bans a user, with a reason and, where that is wanted, with the machine and the address. */
export const BanUserDialog = perOpening(BanUserForm)

function BanUserForm({ applicationId, user, isOpen, onClose }: BanUserDialogProps) {
  const [form, setForm] = useState(blankBulkForm)
  const [types, setTypes] = useState<ReadonlySet<Block['type']>>(new Set())
  const ban = useBanUser(applicationId, onClose)
  const blocks: readonly Block[] = [
    { applicationId, type: 'hwid', value: user.hwid ?? '' },
    { applicationId, type: 'ip', value: user.lastLoginIp ?? '' },
  ]
  const turn = (type: Block['type'], isIn: boolean) =>
    setTypes(new Set([...types].filter((one) => one !== type).concat(isIn ? type : [])))
  const submit = () =>
    ban.mutate({ user, reason: form.reason.trim(), blocks: blocks.filter(({ type }) => types.has(type)) })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title="Ban User"
      description={
        <>
          <bdi className="font-medium text-fg">{user.username}</bdi> cannot sign in until unbanned; a running program
          ends at its next heartbeat.
        </>
      }
      isDirty={form.reason !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" isBusy={ban.isPending} busyText={bulkActions.ban.busy}>
            Ban User
          </Button>
        </>
      }
    >
      <BulkFields
        type="ban"
        form={form}
        set={(part) => setForm({ ...form, ...part })}
        isNeverAllowed
        error={undefined}
      />
      {blocks.map((block) => (
        <BlockBox
          key={block.type}
          block={block}
          isIn={types.has(block.type)}
          onTurn={(isIn) => turn(block.type, isIn)}
        />
      ))}
    </Dialog>
  )
}

const words = {
  hwid: { label: 'Also blacklist the HWID', none: 'No machine is bound to this user.' },
  ip: { label: 'Also blacklist the last IP', none: 'This user has never signed in.' },
} as const

interface BlockBoxProps {
  readonly block: Block
  readonly isIn: boolean
  readonly onTurn: (isIn: boolean) => void
}

/** What else would be blocked; whom that keeps out is asked when it is ticked. */
function BlockBox({ block, isIn, onTurn }: BlockBoxProps) {
  const { label, none } = words[block.type]
  const check = useBlockCheck(isIn ? block : undefined)
  const hint = block.value === '' ? none : <code className="wrap-anywhere">{block.value}</code>
  return (
    <div className="flex flex-col gap-1">
      <Checkbox label={label} hint={hint} checked={isIn} disabled={block.value === ''} onChange={onTurn} />
      <p role="status" className="pl-[34px] text-second text-warn empty:hidden">
        {isIn && check?.text}
      </p>
    </div>
  )
}
