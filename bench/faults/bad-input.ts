import { randomInt } from 'node:crypto'
import { sendBadInput } from '../../test/contract/bad-input.ts'
import { atLeast, atMost, type Row } from '../figure.ts'

const generated = 100_000
const fromCorpus = 5_000

export async function badInput(): Promise<readonly Row[]> {
  const seed = Number(process.env.BAD_INPUT_SEED ?? randomInt(2 ** 31))
  const { sent, statuses, faults, slowest, slowestMs } = await sendBadInput({ seed, generated, fromCorpus })
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n\n`)
  return [
    one(`requests (seed ${seed})`, sent, atLeast(generated + fromCorpus)),
    one('of them answered by a fault or in another shape', faults.length, atMost(0)),
    one(`slowest answer, ms (${slowest})`, slowestMs, atMost(2_000)),
    ...[...statuses].sort(([a], [b]) => a - b).map(([status, count]) => one(`answers ${status}`, count)),
  ]
}

const one = (name: string, value: number, target?: Row['target']): Row => ({
  name,
  values: [value],
  digits: 0,
  ...(target && { target }),
})
