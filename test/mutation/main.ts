import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup } from '../harness/global-setup.ts'
import { prepared } from '../harness/prepared.ts'
import { areaOf, areas } from './areas.ts'
import { chooseMutants } from './choose-mutants.ts'
import { runMutants } from './run-mutants.ts'
import { runUnchanged } from './run-unchanged.ts'
import { judge, readReasons } from './survivors.ts'

const root = process.cwd()
const fewestOfAll = 150
const fewestOfAnArea = 20
const say = (line: string) => process.stdout.write(`${line}\n`)

const part = process.env.MUTATE ?? ''
const isAsked = (path: string) => path.startsWith(part)
const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'keywright-mutants-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const stopPostgres = await setup()
try {
  process.exitCode = await run()
} finally {
  await stopPostgres?.()
}

async function run(): Promise<number> {
  const chosen = chooseMutants(root)
  for (const { name } of areas) {
    const count = chosen.filter(({ path }) => areaOf(path)?.name === name).length
    say(`${name}: ${count} mutants`)
    if (count < fewestOfAnArea) throw new Error(`Too few mutants in ${name}: are its files named in areas.ts?`)
  }
  if (chosen.length < fewestOfAll) throw new Error(`Fewer than ${fewestOfAll} mutants`)
  if (!(await prepared('postgres'))) say('Without PostgreSQL: what only its tests notice survives.')
  const mutants = chosen.filter(({ path }) => isAsked(path))
  if (mutants.length === 0) throw new Error(`MUTATE=${part}: no mutant is chosen there`)
  const texts = new Map(mutants.map(({ path }) => [path, readFileSync(join(root, path), 'utf8')]))

  const unchanged = await runUnchanged(root, mutants, texts, join(folder, 'reached'), say)
  const verdicts = await runMutants(root, mutants, texts, unchanged, say)

  say('')
  for (const { name } of areas) {
    const ofArea = verdicts.filter(({ path }) => areaOf(path)?.name === name)
    if (ofArea.length > 0)
      say(`${name}: ${ofArea.filter(({ killedBy }) => killedBy).length} of ${ofArea.length} killed`)
  }
  const { lines, isGood } = judge(verdicts, readReasons(join(root, 'docs/surviving-mutants.md')), isAsked)
  say(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
  for (const line of lines) say(line)
  return isGood ? 0 : 1
}
