import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failureToast } from './failure-toast.ts'
import { createQueryClient } from './query-client.ts'
import { isWorthRetrying, retryDelay } from './retry.ts'

const refusal = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ status, code: 'x', message: 'No', retryAfterSeconds })

test('data is fresh for 30000 ms, a read is retried once, a write never, the focus fetches nothing', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ staleTime: 30_000, refetchOnWindowFocus: false })
  expect([0, 1].map((failures) => isWorthRetrying(failures, new Error('boom')))).toEqual([true, false])
  expect(mutations).toMatchObject({ retry: false })
})

test('without a network the server is asked all the same: it may run on this very machine', async () => {
  const client = createQueryClient()
  onlineManager.setOnline(false)
  try {
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve('written') })
    const answers = [
      client.fetchQuery({ queryKey: ['q'], queryFn: () => Promise.resolve('read') }),
      mutation.execute(undefined),
    ]
    const paused = new Promise((resolve) => setImmediate(resolve, 'paused'))
    expect(await Promise.race([Promise.all(answers), paused])).toEqual(['read', 'written'])
  } finally {
    onlineManager.setOnline(true)
  }
})

test('a decided refusal is asked again at once, a server in trouble when it says so', () => {
  expect(retryDelay(0, refusal(404))).toBe(100)
  expect(retryDelay(0, refusal(503, 2))).toBe(2000)
  expect(isWorthRetrying(0, refusal(503, 2))).toBe(true)
  expect(isWorthRetrying(0, refusal(429, 40))).toBe(false)
  expect(retryDelay(0, refusal(502))).toBe(1000)
  expect(retryDelay(1, new Error('boom'))).toBe(2000)
})

test('a failed change shows its title above the message of the server', () => {
  const kind = 'destructive'
  expect(failureToast('Failed to delete user', refusal(403))).toEqual({
    title: 'Failed to delete user',
    description: 'No',
    kind,
  })
  expect(failureToast('Failed to delete user', new Error(''))).toMatchObject({ description: 'Unknown error' })
  expect(failureToast({ title: 'Error', fallback: 'Failed to create application' }, new Error(''))).toEqual({
    title: 'Error',
    description: 'Failed to create application',
    kind,
  })
  expect(failureToast(undefined, refusal(409)).title).toBe('Error')
  expect(failureToast('Failed', refusal(429, 40)).description).toBe('No. Try again in 40 s.')
})
