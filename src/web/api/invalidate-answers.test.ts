import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidateAnswers } from './invalidate-answers.ts'

/** A screen that shows one query, whose answers come when they are let go. */
function openScreen() {
  const client = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const queryKey = ['GET /api/webhooks']
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    client,
    queryKey,
    asked: () => answers.length,
    async answer(value: string) {
      answers.at(-1)?.(value)
      await turn()
      await turn()
    },
    shown: () => observer.getCurrentResult().data,
    close() {
      stop()
      client.clear()
    },
  }
}

test('an answer that is on its way for the first time while something changes is read once more when it has come', async () => {
  const screen = openScreen()
  invalidateAnswers(screen.client, screen.queryKey)
  invalidateAnswers(screen.client, screen.queryKey)
  expect(screen.asked()).toBe(1)
  await screen.answer('before')
  expect(screen.asked()).toBe(2)
  await screen.answer('after')
  expect([screen.shown(), screen.asked()]).toEqual(['after', 2])
  screen.close()
})

test('an answer that is there is read again at once, and what was on its way is given up', async () => {
  const screen = openScreen()
  await screen.answer('first')
  invalidateAnswers(screen.client, screen.queryKey)
  invalidateAnswers(screen.client, screen.queryKey)
  expect(screen.asked()).toBe(3)
  await screen.answer('after')
  expect([screen.shown(), screen.asked()]).toEqual(['after', 3])
  screen.close()
})
