import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ApiRow } from './client.ts'
import type { Page } from './page.ts'
import { patchRows } from './patch-rows.ts'
import { searchKeys } from './query-keys/search.ts'
import { userKeys } from './query-keys/users.ts'

type User = ApiRow<'GET /api/applications/:id/users'>

test('a changed row is seen in every list that holds it, and nothing else of the users is touched', () => {
  const client = new QueryClient()
  const found = { users: [], licenses: [], webhooks: [], isPartial: true }
  const row = (id: number) => ({ id, isPaused: false }) as User
  const list = (ids: readonly number[]): InfiniteData<Page<User>> => ({
    pages: [{ items: ids.map(row), total: ids.length, next: undefined }],
    pageParams: [undefined],
  })
  client.setQueryData(userKeys.list(7, { q: 'a' }), list([1, 2]))
  client.setQueryData(userKeys.list(7, { q: 'b' }), list([2]))
  client.setQueryData(userKeys.list(8), list([2]))
  client.setQueryData(userKeys.newest(7), [row(2)])
  client.setQueryData(searchKeys.found('so', 7), found)
  patchRows(client, userKeys.list(7), (user) => (user.id === 2 ? { ...user, isPaused: true } : user))
  const paused = (key: ReturnType<typeof userKeys.list>) =>
    client.getQueryData(key)?.pages.flatMap(({ items }) => items.map(({ isPaused }) => isPaused))
  expect(paused(userKeys.list(7, { q: 'a' }))).toEqual([false, true])
  expect(paused(userKeys.list(7, { q: 'b' }))).toEqual([true])
  expect(paused(userKeys.list(8))).toEqual([false])
  expect(client.getQueryData(userKeys.newest(7))).toEqual([row(2)])
  expect(client.getQueryData(searchKeys.found('so', 7))).toEqual(found)
})
