import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { addBlock, type Block, refreshedByBlocks, removeBlock } from '../../api/block.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { ToastText } from '../../ui/toast.ts'
import { type AppUser, actionTexts, banUser, postAction, refreshedUsers, showUser } from './use-app-users.ts'

interface Ban {
  readonly user: AppUser
  /** Blank: none. */
  readonly reason: string
  readonly blocks: readonly Block[]
}

/** Bans a user, seen at once and taken back when refused. Undo lifts the ban and takes the new entries away. */
export function useBanUser(applicationId: number, onDone: () => void) {
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
