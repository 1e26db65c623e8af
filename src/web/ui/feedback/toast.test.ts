import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toastStore } from './toast.ts'

afterEach(() => {
  vi.useRealTimers()
  dismissToast()
})

test('a new toast replaces the old one', () => {
  toast({ title: 'User paused successfully' })
  const first = toastStore.get()
  toast({ title: 'User banned successfully', kind: 'destructive' })
  expect(toastStore.get()).toMatchObject({ title: 'User banned successfully', kind: 'destructive', isOpen: true })
  expect(toastStore.get()?.id).not.toBe(first?.id)
})

test('a closed toast stays in memory for 1000000 ms', () => {
  vi.useFakeTimers()
  toast({ title: 'Copied' })
  dismissToast()
  vi.advanceTimersByTime(999_999)
  expect(toastStore.get()).toMatchObject({ title: 'Copied', isOpen: false })
  vi.advanceTimersByTime(1)
  expect(toastStore.get()).toBeUndefined()
})

test('a toast shown after another was closed is not removed with it', () => {
  vi.useFakeTimers()
  toast({ title: 'Copied' })
  dismissToast()
  toast({ title: 'Application created successfully' })
  vi.advanceTimersByTime(1_000_000)
  expect(toastStore.get()?.title).toBe('Application created successfully')
})

test('whoever listens hears of each change until it stops listening', () => {
  const heard: (string | undefined)[] = []
  const stop = toastStore.subscribe(() => heard.push(toastStore.get()?.title))
  toast({ title: 'One' })
  stop()
  toast({ title: 'Two' })
  expect(heard).toEqual(['One'])
})
