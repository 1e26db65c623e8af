import { allAttacks } from '../../test/attacks/all-attacks.ts'
import type { Attack, Finding } from '../../test/attacks/attack.ts'
import { startAttackTarget } from '../../test/attacks/attack-target.ts'
import { atLeast, atMost, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

/** One attack by name, and one database: `ABUSE='ten-exports, PostgreSQL' npm run faults abuse`. */
const [chosen, engine] = process.env.ABUSE?.split(', ') ?? []

export async function abuse(): Promise<readonly Row[]> {
  const attacks = allAttacks.filter(({ name }) => chosen === undefined || name === chosen)
  if (attacks.length === 0) throw new Error(`There is no attack ${chosen}.`)
  const rows: Row[] = []
  for (const attack of attacks) {
    if (engine !== 'PostgreSQL') rows.push(...(await withDataFolder((place) => carryOut(attack, place))))
    if (engine !== 'SQLite') rows.push(...(await withPostgres((place) => carryOut(attack, place))))
  }
  return rows
}

/** Each attack has its own server, so that the rate limits used up by one don't affect the next. */
async function carryOut(attack: Attack, { engine, dataDir, env }: DataLocation): Promise<Row[]> {
  const target = await startAttackTarget(engine, { dataDir, env })
  try {
    const findings = await attack.run(target, 'full')
    return findings.map((finding) => rowOf(`${attack.name}, ${engine}: ${finding.name}`, finding))
  } finally {
    await target.server.stop()
  }
}

function rowOf(name: string, { value, atMost: most, atLeast: least, digits = 0 }: Finding): Row {
  const target = most !== undefined ? atMost(most) : least !== undefined ? atLeast(least) : undefined
  return { name, values: [value], digits, ...(target && { target }) }
}
