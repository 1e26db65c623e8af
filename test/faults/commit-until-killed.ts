import { openDatabase } from '../../src/server/db/open.ts'

/**
 * Run as a separate process with a data folder and, for PostgreSQL, an address: commits numbers from many callers
 * at once and prints each one after its commit, until it is killed.
 */
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl })
let next = 0

async function commitForever(): Promise<never> {
  while (true) {
    next += 1
    const name = `${process.pid}-${next}`
    await database.transaction((tx) =>
      tx.insertInto('setup_tokens').values({ token_hash: name, expires_at: 0 }).execute(),
    )
    process.stdout.write(`${name}\n`)
  }
}

process.stdout.write('open\n')
await Promise.all(Array.from({ length: 16 }, commitForever))
