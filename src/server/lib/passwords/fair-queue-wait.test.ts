import { describe, expect, it } from 'vitest'
import { type Asked, asks, one, tick } from '../../../../test/harness/ask-fair-queue.ts'
import { QueueFull } from './fair-queue.ts'

/** A queue in which 15 s of works may wait, and whose works take as long as they say. */
function timed(places = {}) {
  const ask = asks(one({ longestWaitMs: 15_000, queueLimit: 2000, msPerCost: 25, ...places }))
  /** Asks once, leaves after a work of this length, and returns whether it was served. */
  const serve = async (request: Asked, ms: number): Promise<boolean> => {
    try {
      const leave = await ask(request)
      leave(ms)
      return true
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      return false
    }
  }
  /** Works one after another that take this long each. */
  const work = async (count: number, ms: number) => {
    for (let done = 0; done < count; done += 1) {
      await serve({}, ms)
      await tick()
    }
  }
  /** Asks this often at once while the slots are taken: how many were served, and what the others were told. */
  const storm = async (count: number, request: Asked = {}, slots = 1) => {
    const taken = await Promise.all(Array.from({ length: slots }, () => ask()))
    const toldMs: number[] = []
    const all = Array.from({ length: count }, () =>
      ask(request).then(
        (leave) => leave(),
        (error: QueueFull) => toldMs.push(error.expectedWaitMs),
      ),
    )
    for (const leave of taken) leave()
    await Promise.all(all)
    return { served: count - toldMs.length, toldMs }
  }
  return { ask, serve, work, storm }
}

/** The same, whose works have taken this long each, and whose slot is taken. */
async function busy(ms: number, places = {}) {
  const queue = timed(places)
  await queue.work(9, ms)
  return { ...queue, leave: await queue.ask() }
}

describe('the waiting time of a fair queue', () => {
  it('is bounded by what works took; who is refused is told how long the others wait', async () => {
    const { work, storm } = timed()
    await work(9, 20)
    const { served, toldMs } = await storm(1000)
    expect(served).toBe(750)
    expect(toldMs).toEqual(Array(250).fill(15_020))
  })

  it('is shorter the more works run at once', async () => {
    const { work, storm } = timed({ slots: 3 })
    await work(9, 100)
    expect((await storm(1000, {}, 3)).served).toBe(450)
  })

  it('is what was expected until most of the last works are measured: a slow first one closes no door', async () => {
    const { work, storm } = timed()
    await work(4, 5000)
    expect((await storm(1000)).served).toBe(600)
  })

  it('hardly changes when some works are slow, and follows when most are', async () => {
    const some = timed()
    await some.work(9, 20)
    await some.work(4, 5000)
    expect((await some.storm(1000)).served).toBe(750)
    const most = timed()
    await most.work(9, 20)
    await most.work(5, 200)
    expect((await most.storm(1000)).served).toBe(75)
  })

  it('counts what works cost: of those twenty times as dear a twentieth waits', async () => {
    const { work, storm } = timed()
    await work(9, 20)
    expect((await storm(100, { cost: 20 })).served).toBe(37)
  })

  it('is no reason to take places away when works turn out slower: a newcomer gets one, no more', async () => {
    const { serve, leave } = await busy(20)
    const office = Array.from({ length: 700 }, () => serve({ tenant: 'office', address: 'office' }, 200))
    leave()
    await office[20]
    const newcomer = serve({}, 200)
    expect(await newcomer).toBe(true)
    expect((await Promise.all(office)).filter((isServed) => !isServed)).toHaveLength(1)
  })

  it('includes the turns of the reserved part', async () => {
    const { serve, storm, leave } = await busy(1000)
    const dashboard = Array.from({ length: 5 }, () => serve({ isReserved: true }, 0))
    const shared = storm(20, {}, 0)
    leave()
    expect((await shared).served).toBe(10)
    expect(await Promise.all(dashboard)).toEqual(Array(5).fill(true))
  })

  it('of the reserved part is told to who finds it full: it has every second turn', async () => {
    const { serve, storm, leave } = await busy(1000, { reservedLimit: 3 })
    const shared = Array.from({ length: 10 }, () => serve({}, 0))
    const dashboard = storm(5, { isReserved: true }, 0)
    leave()
    await Promise.all(shared)
    expect(await dashboard).toEqual({ served: 3, toldMs: [8000, 8000] })
  })

  it('lets one wait whose work alone takes longer, unless somebody else waits', async () => {
    const { storm } = timed()
    expect((await storm(1, { cost: 1000 })).served).toBe(1)
    expect((await storm(2, { cost: 1000 })).served).toBe(1)
  })

  it('goes by cost: a newcomer gets the newest place of who holds the dearest, not the most', async () => {
    const { serve, leave } = await busy(1000)
    const office = Array.from({ length: 6 }, () => serve({ tenant: 'office', address: 'office' }, 0))
    const dear = serve({ tenant: 'dear', address: 'dear', cost: 8 }, 0)
    const newcomers = [serve({}, 0), serve({}, 0)]
    leave()
    expect(await Promise.all([...office, ...newcomers])).toEqual(Array(8).fill(true))
    expect(await dear).toBe(false)
  })
})
