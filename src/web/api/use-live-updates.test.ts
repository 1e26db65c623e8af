import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveChange } from '../../shared/live.ts'
import { listenLive } from './use-live-updates.ts'

/** The server's stream, as a browser shows it. */
class Stream extends EventTarget {
  static opened: Stream[] = []
  readyState = 1
  constructor() {
    super()
    Stream.opened.push(this)
  }
  close() {}
}

/** The other tabs: there are none. */
class NoTabs {
  postMessage() {}
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  Stream.opened = []
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('BroadcastChannel', NoTabs)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
})
afterEach(() => {
  vi.advanceTimersByTime(60_000)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const says = (stream: Stream | undefined, changes: readonly LiveChange[]) =>
  stream?.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ changes }), lastEventId: '1' }))

test('what the server tells from one page to the next reaches the next page, once', () => {
  const heard: unknown[] = []
  const leave = listenLive(() => {})
  leave()
  says(Stream.opened[0], [[7, ['license']]])
  const leaveNext = listenLive((changes) => heard.push(changes))
  expect(heard).toEqual([[[7, ['license']]]])
  expect(Stream.opened).toHaveLength(1)
  leaveNext()
  const leaveLast = listenLive((changes) => heard.push(changes))
  expect(heard).toHaveLength(1)
  leaveLast()
})
