import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TakenProof, takeProofs } from '../sample-proof.ts'

/**
 * Writes into the manifest what the workflow `clients` has proven: `node clients/prove/take-proofs.ts <folder>`, with the
 * folder of its artifacts.
 */
const file = new URL('../manifest.json', import.meta.url)
const folder = process.argv[2] ?? '.'
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /proof-[\w-]+\.json$/.test(name),
)
const taken = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TakenProof)
const manifest = takeProofs(JSON.parse(readFileSync(file, 'utf8')), taken)
writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
console.log(`${taken.length} proofs were written. Format the manifest: npx biome format --write clients/manifest.json`)
