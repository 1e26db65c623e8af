import { z } from 'zod'
import { memberRoles } from '../rights.ts'
import { ById, Done, Email, Line, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** A dashboard user by what the others of a team see. */
const Person = z.object({
  accountId: z.int(),
  email: z.string(),
  /** First and last name; null without both. */
  name: z.string().nullable(),
})

const Member = Person.extend({ role: z.enum(memberRoles), joinedAt: Time })

const MemberInvite = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(memberRoles),
  invitedBy: z.string(),
  expiresAt: Time,
})

const Team = z.object({
  owner: Person,
  /** In the order of joining. */
  members: z.array(Member),
  /** Open invites, the oldest first; only for who may manage the team. */
  invites: z.array(MemberInvite).optional(),
  /** The open offer to transfer the application, null without one; only for who may manage the team. */
  transfer: z.object({ accountId: z.int(), email: z.string(), expiresAt: Time }).nullable().optional(),
})

const ByMember = ById.extend({ accountId: PathId })
const call = { auth: 'session', token: 'none' } as const

/** The people of an application: its owner, its members, invites, and the transfer to another owner. */
export const teamRoutes = {
  'GET /api/applications/:id/members': {
    name: 'listMembers',
    ...call,
    right: 'look',
    summary: 'List the owner and the members of an application',
    params: ById,
    reply: Team,
  },
  'POST /api/applications/:id/members': {
    name: 'inviteMember',
    refuses: ['already_member', 'limit_reached'],
    ...call,
    right: 'team',
    summary: 'Invite someone by email; a new invite to the same email replaces the old one',
    params: ById,
    body: z.strictObject({ email: Email, role: z.enum(memberRoles) }),
    reply: z.object({
      id: z.int(),
      expiresAt: Time,
      /** Only where the server sends no email; shown this once. */
      link: z.string().optional(),
    }),
  },
  'DELETE /api/applications/:id/member-invites/:inviteId': {
    name: 'cancelMemberInvite',
    ...call,
    right: 'team',
    summary: 'Cancel an invite; its link stops working',
    params: ById.extend({ inviteId: PathId }),
    reply: Done,
  },
  'PATCH /api/applications/:id/members/:accountId': {
    name: 'updateMember',
    ...call,
    right: 'team',
    summary: 'Change the role of a member',
    params: ByMember,
    body: z.strictObject({ role: z.enum(memberRoles) }),
    reply: Member,
  },
  'DELETE /api/applications/:id/members/:accountId': {
    name: 'removeMember',
    ...call,
    right: 'team',
    summary: 'Remove a member; members can remove themselves',
    params: ByMember,
    reply: Done,
  },
  'POST /api/applications/:id/transfer': {
    name: 'offerApplication',
    refuses: ['proof_needed', 'member_not_found', 'transfer_pending'],
    ...call,
    right: 'team',
    summary: 'Offer the application to a member, who becomes its owner by accepting within 7 days',
    params: ById,
    /** The confirmation that was typed: the application's name. */
    body: z.strictObject({ accountId: z.int().positive(), confirmName: z.string().max(200) }),
    reply: z.object({ expiresAt: Time }),
  },
  'POST /api/applications/:id/transfer/accept': {
    name: 'acceptApplication',
    refuses: ['transfer_not_found'],
    ...call,
    right: 'look',
    summary: 'Accept the offer and become the owner; the former owner becomes a manager',
    params: ById,
    reply: Done,
  },
  'DELETE /api/applications/:id/transfer': {
    name: 'cancelApplicationOffer',
    refuses: ['transfer_not_found'],
    ...call,
    right: 'look',
    summary: 'Withdraw or decline the offer',
    params: ById,
    reply: Done,
  },
  'POST /api/account/invites/accept': {
    name: 'acceptMemberInvite',
    refuses: ['invite_invalid', 'invite_for_other', 'already_member', 'limit_reached'],
    ...call,
    summary: 'Join an application with the token of an invite link',
    body: z.strictObject({ token: Line(128).min(1) }),
    reply: z.object({ applicationId: z.int(), role: z.enum(memberRoles) }),
  },
} satisfies Routes
