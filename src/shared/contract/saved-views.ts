import { z } from 'zod'
import { viewNameMaxLength, viewQueryMaxLength } from '../constants.ts'
import { Done, Line, PathId } from './fields.ts'
import type { Routes } from './route.ts'

/** Lists whose filters can be saved. */
export const viewScreens = ['users', 'licenses', 'activity', 'blacklist', 'audit'] as const

/** Filters and order as the address has them: `status=banned&sort=createdAt:desc`. */
const Query = Line(viewQueryMaxLength)
const Name = Line(viewNameMaxLength).min(1)

const SavedView = z.object({
  id: z.int(),
  screen: z.enum(viewScreens),
  /** null: the list of all applications. */
  applicationId: z.int().nullable(),
  name: z.string(),
  query: z.string(),
})

const ByView = z.strictObject({ viewId: PathId })
const call = { auth: 'session', token: 'none' } as const

/** Filters of lists that the account has named. */
export const savedViewRoutes = {
  'GET /api/account/views': {
    name: 'listSavedViews',
    ...call,
    summary: 'List your saved views of all lists, oldest first',
    reply: z.array(SavedView),
  },
  'POST /api/account/views': {
    name: 'createSavedView',
    refuses: ['view_name_taken', 'limit_reached', 'application_not_found'],
    ...call,
    right: 'look',
    summary: 'Save the filters of a list under a name',
    body: z.strictObject({
      screen: z.enum(viewScreens),
      /** Absent or null: the list of all applications. */
      applicationId: z.int().positive().nullish(),
      name: Name,
      query: Query,
    }),
    reply: SavedView,
  },
  'PATCH /api/account/views/:viewId': {
    name: 'updateSavedView',
    refuses: ['view_name_taken'],
    ...call,
    summary: 'Rename a saved view, or change its filters',
    params: ByView,
    body: z.strictObject({ name: Name, query: Query }).partial(),
    reply: SavedView,
  },
  'DELETE /api/account/views/:viewId': {
    name: 'deleteSavedView',
    ...call,
    summary: 'Delete a saved view',
    params: ByView,
    reply: Done,
  },
} satisfies Routes
