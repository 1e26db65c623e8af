import { describe, expect, it } from 'vitest'
import { type Asked, asks, one, tick } from '../../../../test/harness/ask-fair-queue.ts'
import { type FairQueue, QueueFull } from './fair-queue.ts'

/** Runs all requests one after another and returns their order; unnamed ones are rejected. */
async function orderOf(enter: FairQueue, requests: readonly (Asked & { readonly name: string })[]): Promise<string[]> {
  const ask = asks(enter)
  const first = await ask({ tenant: 'the one that runs' })
  const order: string[] = []
  const all = requests.map(async ({ name, ...request }) => {
    const leave = await ask(request)
    order.push(name)
    leave()
  })
  first()
  await Promise.allSettled(all)
  return order
}

/** Each level of the queue, and what the requests that compete there have in common. */
const levels = [
  ['tenant', {}],
  ['application', { tenant: 't' }],
  ['address', { tenant: 't', application: 'a' }],
  ['account', { tenant: 't', application: 'a', address: 'ip' }],
] as const
const of = (count: number, request: Asked & { readonly name: string }) => Array.from({ length: count }, () => request)
describe('a fair queue', () => {
  it('lets in as many as it has slots, and of one line in the order of asking', async () => {
    const ask = asks(one({ slots: 2 }))
    const line = { tenant: 't', address: 'ip', account: 'u' }
    const order: number[] = []
    const leaving = [1, 2, 3, 4].map(async (number) => {
      const leave = await ask(line)
      order.push(number)
      return leave
    })
    const [first, second] = [await leaving[0], await leaving[1]]
    expect(order).toEqual([1, 2])
    first?.()
    const third = await leaving[2]
    expect(order).toEqual([1, 2, 3])
    second?.()
    third?.()
    ;(await leaving[3])?.()
    expect(order).toEqual([1, 2, 3, 4])
  })

  it.each(levels)('gives each %s its turn', async (level, same) => {
    const from = (name: string) => ({ name, ...(level !== 'account' && { address: name }), ...same, [level]: name })
    const order = await orderOf(one(), [...of(6, from('many')), ...of(3, from('few'))])
    expect(order.join(' ')).toBe('many few many few many few many many many')
  })

  it('charges what a hash costs: who has dear ones gets fewer', async () => {
    const order = await orderOf(one(), [
      ...of(4, { name: 'dear', tenant: 'dear', address: 'dear', cost: 5 }),
      ...of(10, { name: 'cheap', tenant: 'cheap', address: 'cheap', cost: 1 }),
    ])
    expect(order.slice(0, 12).filter((name) => name === 'dear')).toHaveLength(2)
    expect(order).toHaveLength(14)
  })

  it('gives one address with five tenants one share', async () => {
    const attack = [1, 2, 3, 4, 5].flatMap((tenant) =>
      of(5, { name: 'attacker', tenant: `attacked ${tenant}`, address: 'attacker' }),
    )
    const honest = Array.from({ length: 10 }, (_, place) => ({
      name: 'honest',
      tenant: 'another',
      address: `ip ${place}`,
    }))
    const order = await orderOf(one(), [...attack, ...honest])
    expect(order.slice(0, 20).filter((name) => name === 'honest')).toHaveLength(10)
  })

  it('serves who asks seldom right after what runs, however many wait', async () => {
    const enter = one()
    const ask = asks(enter)
    const order: string[] = []
    const serve = async (name: string, request: Asked) => {
      const leave = await ask(request)
      order.push(name)
      leave()
    }
    const attack = Array.from({ length: 60 }, (_, place) =>
      serve('attacker', { tenant: `attacked ${place % 5}`, address: `ip ${place % 20}` }),
    )
    for (let round = 0; round < 5; round += 1) {
      // six share the slot: before its next turn each of the five others has had one
      for (let turn = 0; turn < 8; turn += 1) await tick()
      const before = order.length
      await serve('honest', { tenant: 'another', address: 'another' })
      expect(order.slice(before).length).toBeLessThanOrEqual(2)
    }
    await Promise.all(attack)
    expect(order).toHaveLength(65)
  })

  it('lets nobody wait for ever who was served before, however many newcomers come after', async () => {
    const ask = asks(one())
    const same = { tenant: 't', application: 'a' }
    let served = 0
    let isOver = false
    const serve = async (request: Asked) => {
      const leave = await ask({ ...same, ...request })
      served += 1
      const place = served
      await tick()
      leave()
      return place
    }
    const office = Promise.all([1, 2, 3].map(() => serve({ address: 'office' })))
    const newcomers = Array.from({ length: 8 }, async () => {
      while (!isOver && served < 2000) await serve({})
    })
    const places = await office
    isOver = true
    await Promise.all(newcomers)
    expect(Math.max(...places)).toBeLessThan(100)
  })

  it('gives the reserved part every second turn', async () => {
    const order = await orderOf(one(), [
      ...of(6, { name: 'client' }),
      ...of(3, { name: 'dashboard', isReserved: true }),
    ])
    expect(order.join(' ')).toBe('dashboard client dashboard client dashboard client client client client')
  })
})

describe('the places of a fair queue', () => {
  it('are all for one line while nobody else asks', async () => {
    const order = await orderOf(one({ queueLimit: 5 }), of(9, { name: 'a', tenant: 't', address: 'ip', account: 'u' }))
    expect(order).toHaveLength(5)
  })

  it.each(levels)('go by %s: a newcomer gets the newest place of the largest', async (level, same) => {
    const from = (name: string) => ({ name, ...(level !== 'account' && { address: name }), ...same, [level]: name })
    const honest = ['b', 'c', 'd', 'e']
    const order = await orderOf(one({ queueLimit: 6 }), [...of(9, from('a')), ...honest.map(from)])
    expect(order.filter((name) => name !== 'a').sort()).toEqual(honest)
    expect(order.filter((name) => name === 'a')).toHaveLength(2)
  })

  it('of one address are counted over all tenants: it can keep nobody out by using many', async () => {
    const order = await orderOf(one({ queueLimit: 8 }), [
      ...Array.from({ length: 20 }, (_, place) => ({ name: 'attacker', tenant: `t${place}`, address: 'attacker' })),
      ...Array.from({ length: 4 }, () => ({ name: 'honest' })),
    ])
    expect(order.filter((name) => name === 'honest')).toHaveLength(4)
  })

  it('are refused at once to the one who holds the most', async () => {
    const ask = asks(one({ queueLimit: 1 }))
    const leave = await ask()
    const waiting = ask({ tenant: 't' })
    await expect(ask({ tenant: 't' })).rejects.toThrow(QueueFull)
    leave()
    ;(await waiting)()
  })

  it('of the reserved part are not taken by the others', async () => {
    const order = await orderOf(one({ queueLimit: 3, reservedLimit: 2 }), [
      ...of(9, { name: 'client' }),
      ...of(2, { name: 'dashboard', isReserved: true }),
    ])
    expect(order.filter((name) => name === 'dashboard')).toHaveLength(2)
    expect(order.filter((name) => name === 'client')).toHaveLength(3)
  })
})

describe('a turn that has come', () => {
  it('is refused with what onTurn throws, and the slot goes to the next', async () => {
    const ask = asks(one())
    const leave = await ask()
    const refused = ask({
      onTurn() {
        throw new Error('limit reached meanwhile')
      },
    })
    const next = ask()
    leave()
    await expect(refused).rejects.toThrow('limit reached meanwhile')
    ;(await next)()
  })

  it('that is told to wait keeps its place and is asked again when a running one has ended', async () => {
    const ask = asks(one())
    const leave = await ask()
    const asked: string[] = []
    let isFree = false
    const patient = ask({
      onTurn() {
        asked.push('patient')
        return isFree ? undefined : 'wait'
      },
    })
    const other = ask()
    leave()
    const leaveOther = await other
    expect(asked).toEqual(['patient'])
    isFree = true
    leaveOther()
    ;(await patient)()
    expect(asked).toEqual(['patient', 'patient'])
  })

  it('that is told to wait comes although nothing runs whose end could wake it', async () => {
    const ask = asks(one())
    let answers: ('wait' | undefined)[] = ['wait', 'wait']
    const leave = await ask({ onTurn: () => answers.shift() })
    leave()
    answers = ['wait']
    ;(await ask({ onTurn: () => answers.shift() }))()
    expect(answers).toEqual([])
  })
})
