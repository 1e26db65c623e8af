import { describe, expect, it } from 'vitest'
import { enqueue, isEmpty, nextRound, nobody, type RoundRobin, takeTurn } from './round-robin.ts'

/** Everybody's turns from here on, in order. */
function turnsOf(line: RoundRobin): number[] {
  const started = nextRound(line)
  const { webhookId, line: rest } = takeTurn(started)
  return webhookId === undefined ? [] : [webhookId, ...turnsOf(rest)]
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('the webhooks that wait for their turn', () => {
  it('have it in the order in which they came, each once', () => {
    const line = enqueue(enqueue(nobody, [3, 1]), [2, 3, 1])
    expect(turnsOf(line)).toEqual([3, 1, 2])
    expect([isEmpty(nobody), isEmpty(line)]).toEqual([true, false])
  })

  it('go to the end when they come again after their turn, and keep their place before it', () => {
    const { webhookId, line } = takeTurn(nextRound(enqueue(nobody, range(0, 150))))
    expect(webhookId).toBe(0)
    expect(turnsOf(enqueue(line, [120, 5, 0, 200]))).toEqual([...range(1, 150), 0, 200])
  })

  it('are read 100 at a time, and a round that was interrupted goes on', () => {
    const first = nextRound(enqueue(nobody, range(0, 150)))
    expect(first.round).toEqual(range(0, 100))
    const interrupted = takeTurn(first).line
    expect(nextRound(enqueue(interrupted, [300])).round).toEqual(range(1, 100))
    const over = { ...first, round: [] }
    expect(takeTurn(over).webhookId).toBeUndefined()
    expect(nextRound(enqueue(over, [300])).round).toEqual([...range(100, 150), 300])
  })

  it('are nobody when each has had its turn', () => {
    const { line } = takeTurn(nextRound(enqueue(nobody, [7])))
    expect(isEmpty(line)).toBe(true)
    expect(isEmpty(enqueue(line, [7]))).toBe(false)
    expect(isEmpty({ ...nobody, waiting: new Set([7]) })).toBe(false)
  })
})
