import { useQuery } from '@tanstack/react-query'
import type { MemberRole } from '../../../shared/rights.ts'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { teamKeys } from '../../api/query-keys/team.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/team.ts'

const teamKey = 'GET /api/applications/:id/members'
const applicationKeys = ['GET /api/applications/:id', 'GET /api/applications'] as const

export type Team = ApiReply<typeof teamKey>
export type Member = Team['members'][number]
export type PendingInvite = NonNullable<Team['invites']>[number]
export type NewInvite = ApiInput<'POST /api/applications/:id/members'>['body']
export type NewOffer = ApiInput<'POST /api/applications/:id/transfer'>['body']

export const useTeam = (id: number) =>
  useQuery({
    queryKey: teamKeys.of(id),
    queryFn: ({ signal }) => api(teamKey, { params: { id: String(id) } }, { signal }),
  })

export const useInvite = (id: number) =>
  useMutate((body: NewInvite) => api('POST /api/applications/:id/members', { params: { id: String(id) }, body }), {
    done: texts.inviteCreatedText,
    failed: texts.failedToCreateInvite,
    refresh: teamKey,
  })

export const useCancelInvite = (id: number) =>
  useMutate(
    (invite: PendingInvite) =>
      api('DELETE /api/applications/:id/member-invites/:inviteId', {
        params: { id: String(id), inviteId: String(invite.id) },
      }),
    { done: texts.inviteCanceled, failed: texts.failedToCancelInvite, refresh: teamKey },
  )

export const useChangeRole = (id: number) =>
  useMutate(
    ({ accountId, role }: { readonly accountId: number; readonly role: MemberRole }) =>
      api('PATCH /api/applications/:id/members/:accountId', {
        params: { id: String(id), accountId: String(accountId) },
        body: { role },
      }),
    { done: texts.roleChanged, failed: texts.failedToChangeRole, refresh: teamKey },
  )

export const useRemoveMember = (id: number, onDone: (reply: unknown, member: Pick<Member, 'accountId'>) => void) =>
  useMutate(
    ({ accountId }: Pick<Member, 'accountId'>) =>
      api('DELETE /api/applications/:id/members/:accountId', {
        params: { id: String(id), accountId: String(accountId) },
      }),
    { done: texts.accessRemoved, failed: texts.failedToRemoveAccess, refresh: teamKey, onDone },
  )

export const useOfferTransfer = (id: number, onDone: () => void) =>
  useMutate((body: NewOffer) => api('POST /api/applications/:id/transfer', { params: { id: String(id) }, body }), {
    done: texts.transferOffered,
    failed: texts.failedToOfferTransfer,
    refresh: teamKey,
    onDone,
  })

export const useAcceptTransfer = (id: number) =>
  useMutate(() => api('POST /api/applications/:id/transfer/accept', { params: { id: String(id) } }), {
    done: texts.youAreTheOwner,
    failed: texts.failedToAcceptTransfer,
    refresh: [teamKey, ...applicationKeys],
  })

export const useEndTransfer = (id: number) =>
  useMutate(() => api('DELETE /api/applications/:id/transfer', { params: { id: String(id) } }), {
    done: texts.transferCanceled,
    failed: texts.failedToCancelTransfer,
    refresh: [teamKey, ...applicationKeys],
  })
