import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { addBlock, type Block, refreshedByBlocks, removeBlock, useBlockCheck } from '../../api/block.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { blankBulkForm, bulkActions } from '../../common/bulk/bulk-actions.ts'
import { BulkFields } from '../../common/bulk/bulk-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { type AppUser, actionTexts, banUser, postAction, refreshedUsers, showUser } from './use-app-users.ts'

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

interface Ban {
  readonly user: AppUser
  /** Blank: none. */
  readonly reason: string
  readonly blocks: readonly Block[]
}

/** Bans a user, seen at once and taken back when refused. Undo lifts the ban and takes the new entries away. */
function useBanUser(applicationId: number, onDone: () => void) {
  const client = useQueryClient()
  const refresh = [...refreshedUsers, ...refreshedByBlocks]
  const undo = useMutate(
    async ({ user, entryIds }: { readonly user: AppUser; readonly entryIds: readonly number[] }) => {
      await postAction(applicationId, user, 'unban')
      for (const id of entryIds) await removeBlock(id)
    },
    { done: actionTexts.unban.done, refresh },
  )
  return useMutate(
    async ({ user, reason, blocks }: Ban) => {
      await banUser(applicationId, user, reason)
      return blockAll(blocks, reason === '' ? `Banned with ${user.username}` : reason)
    },
    {
      done: ({ entryIds, problem }, { user }): ToastText => ({
        title: actionTexts.ban.done,
        ...(problem !== undefined && { description: `Not blacklisted: ${problem}`, kind: 'destructive' }),
        action: { label: 'Undo', onClick: () => undo.mutate({ user, entryIds }) },
      }),
      optimistic: ({ user }) => {
        showUser(client, applicationId, user.id, { isBanned: true })
        return () => showUser(client, applicationId, user.id, { isBanned: user.isBanned })
      },
      refresh,
      onDone,
    },
  )
}

/** The ban stands already: what cannot be blocked is said, and what is on the list is as it should be. */
async function blockAll(blocks: readonly Block[], reason: string) {
  const entryIds: number[] = []
  let problem: string | undefined
  for (const block of blocks) {
    try {
      entryIds.push((await addBlock({ ...block, reason })).id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'blacklist_entry_exists') problem = error.message
    }
  }
  return { entryIds, problem }
}
