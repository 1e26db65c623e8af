import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { addBlock, type Block, refreshedByBlocks, removeBlock, useBlockCheck } from '../../api/block.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { blankBulkForm, bulkActions } from '../../common/bulk/bulk-actions.ts'
import { BulkFields } from '../../common/bulk/bulk-fields.tsx'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/app-users.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import type { ToastText } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Effect, EverywhereBox } from './everywhere-box.tsx'
import { type AppUser, actionTexts, banUser, postAction, refreshedUsers, showUser } from './use-app-users.ts'
import { type CoveredType, useBanEverywhere } from './use-ban-everywhere.ts'

export interface BanUserDialogProps extends DialogState {
  readonly applicationId: number
  readonly user: AppUser
  /** What is checked at first: the user alone, their device too, or everything in all applications of the viewer. */
  readonly reach?: 'user' | 'device' | 'everywhere'
}

const checkedFor: Readonly<Record<NonNullable<BanUserDialogProps['reach']>, readonly CoveredType[]>> = {
  user: [],
  device: ['hwid'],
  everywhere: ['username', 'hwid', 'ip'],
}

/** Bans a user with a reason, and optionally blocks what is known of them, here or in all applications. */
export function BanUserDialog({ applicationId, user, reach = 'user', isOpen, onClose }: BanUserDialogProps) {
  const { form, set, close, dialog } = useFormDialog({ blank: blankBulkForm, isOpen, onClose })
  const [types, setTypes] = useState<ReadonlySet<CoveredType>>(new Set(checkedFor[reach]))
  const [isEverywhere, setIsEverywhere] = useState(reach === 'everywhere')
  const ban = useBanUser(applicationId, close)
  const banEverywhere = useBanEverywhere(applicationId, close)
  const blocks: readonly Block[] = [
    { applicationId, type: 'hwid', value: user.hwid ?? '' },
    { applicationId, type: 'ip', value: user.lastLoginIp ?? '' },
  ]
  const check = (type: CoveredType, isIn: boolean) =>
    setTypes(new Set([...types].filter((one) => one !== type).concat(isIn ? type : [])))
  const reason = form.reason.trim()
  const known = [{ type: 'username', value: user.username } as const, ...blocks].filter(({ value }) => value !== '')
  const chosen = known.map(({ type }) => type).filter((type) => types.has(type))
  const bodyOf = () => ({ user, reason, blocks: blocks.filter(({ type }) => types.has(type)) })
  const formDialog = isEverywhere ? dialog(banEverywhere, () => ({ user, reason, types: chosen })) : dialog(ban, bodyOf)
  return (
    <FormDialog
      {...formDialog}
      title={texts.banUser}
      description={
        <>
          <bdi className="font-medium text-fg">{user.username}</bdi> {texts.cantLogInUntil}
        </>
      }
      variant="danger"
      needs="help"
      submitText={texts.banUser}
      busyText={bulkActions.ban.busy}
      disabledReason={isEverywhere && chosen.length === 0 ? texts.chooseWhatToBlock : undefined}
    >
      <BulkFields type="ban" form={form} set={set} isNeverAllowed error={undefined} />
      {!isEverywhere &&
        blocks.map((block) => (
          <BlockBox
            key={block.type}
            block={block}
            isIn={types.has(block.type)}
            onCheck={(isIn) => check(block.type, isIn)}
          />
        ))}
      <EverywhereBox
        {...{ applicationId, user, known, types }}
        isIn={isEverywhere}
        onCheck={(isIn) => {
          setIsEverywhere(isIn)
          setTypes(new Set(checkedFor[isIn ? 'everywhere' : 'user']))
        }}
        onCheckType={check}
      />
    </FormDialog>
  )
}

const words = {
  hwid: { label: texts.alsoBlacklistTheHwid, none: texts.noDeviceIsBound },
  ip: { label: texts.alsoBlacklistTheLast, none: texts.thisUserHasNever },
} as const

interface BlockBoxProps {
  readonly block: Block
  readonly isIn: boolean
  readonly onCheck: (isIn: boolean) => void
}

/** What can be blacklisted as well; how many users that affects is asked once it is checked. */
function BlockBox({ block, isIn, onCheck }: BlockBoxProps) {
  const { label, none } = words[block.type]
  const effect = useBlockCheck(isIn ? block : undefined)
  const hint = block.value === '' ? none : <code className="wrap-anywhere">{block.value}</code>
  return (
    <div className="flex flex-col gap-1">
      <Checkbox label={label} hint={hint} checked={isIn} disabled={block.value === ''} onChange={onCheck} />
      <Effect>{isIn && effect?.text}</Effect>
    </div>
  )
}

interface Ban {
  readonly user: AppUser
  /** Empty: none. */
  readonly reason: string
  readonly blocks: readonly Block[]
}

/** Bans a user: optimistic, rolled back on error. Undo lifts the ban and removes the new blacklist entries. */
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
      return blockAll(blocks, reason === '' ? texts.bannedWith(user.username) : reason)
    },
    {
      done: ({ entryIds, problem }, { user }): ToastText => ({
        title: actionTexts.ban.done,
        ...(problem !== undefined && { description: texts.notBlacklisted(problem), kind: 'destructive' }),
        action: { label: texts.undo, onClick: () => undo.mutate({ user, entryIds }) },
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

/** The user is banned already: failed entries are reported, existing ones are fine. */
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
