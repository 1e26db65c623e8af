import { randomInt } from 'node:crypto'
import { atLeast, none, type Row } from '../figure.ts'
import { runSuite } from './run-suite.ts'

const rounds = 10

export async function hostileNetwork(): Promise<readonly Row[]> {
  const seed = Number(process.env.HOSTILE_SEED ?? randomInt(2 ** 30))
  const env = { HOSTILE_ROUNDS: String(rounds), HOSTILE_SEED: String(seed) }
  const { passed, failed } = await runSuite('test/walks/hostile-network.test.ts', env)
  return [
    none(`rounds of twenty actions that went wrong (seeds from ${seed})`, failed),
    { name: 'rounds that went as they should', values: [passed], digits: 0, target: atLeast(rounds) },
  ]
}
