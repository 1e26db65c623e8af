import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { sendBadInput } from './contract-cases/bad-input.ts'
import { printFigure } from './print-figure.ts'

it('bad input of every kind, made from the contract, is refused in one shape and breaks nothing', async () => {
  const seed = Number(process.env.BAD_INPUT_SEED ?? randomInt(2 ** 31))
  const { sent, statuses, faults, slowest, slowestMs } = await sendBadInput({ seed, generated: 2_500, fromCorpus: 500 })
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  printFigure(`bad input, seed ${seed}: ${sent} requests (${counts.join(', ')})`)
  expect(faults.slice(0, 5).join('\n\n'), `seed ${seed}, slowest ${slowestMs} ms: ${slowest}`).toBe('')
  // Not all may be refused at the first check: then nothing behind it was tried.
  expect(statuses.get(200)).toBeGreaterThan(sent / 20)
}, 120_000)
