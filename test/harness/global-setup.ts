import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchDotnet, fetchedDotnet } from '../../scripts/fetch-dotnet.mjs'
import { fetchedPostgres, fetchPostgres } from '../../scripts/fetch-postgres.mjs'
import { findPostgres } from '../../scripts/find-postgres.mjs'
import { UserFacingError } from '../../scripts/run-script.mjs'
import { type Preparations, preparationsUrl } from './prepared.ts'

type Prepare = { readonly [K in keyof Preparations]: () => Promise<Preparations[K]> }

/**
 * Prepares for all workers what only some tests need, when the first of them asks: fetching .NET and PostgreSQL, and
 * starting PostgreSQL, would delay a run of one unit test by seconds. Without a PostgreSQL its half is skipped, by name.
 */
export async function setup(): Promise<() => Promise<void>> {
  const cleanups: (() => Promise<void>)[] = []
  const prepare: Prepare = {
    postgres: async () => Boolean(process.env.TEST_POSTGRES_URL || (await postgresBin())),
    cluster: () => startCluster(cleanups),
    dotnet: async () => {
      await fetchIfPossible(fetchDotnet)
      return existsSync(`${fetchedDotnet()}/package.json`)
    },
  }
  const results = new Map<string, Promise<unknown>>()
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1) as keyof Preparations
    const result = results.get(name) ?? prepare[name]()
    results.set(name, result)
    const reply = await result.then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.stack }),
    )
    response.end(JSON.stringify(reply))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[preparationsUrl] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    delete process.env[preparationsUrl]
    server.close()
    server.closeAllConnections()
    await Promise.allSettled(results.values())
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

/** PostgreSQL of the machine, else fetched. */
async function postgresBin(): Promise<string | undefined> {
  const fetched = await fetchedPostgres()
  const find = () => findPostgres(fetched ? [fetched] : [])
  const found = await find()
  if (found) return found.bin
  await fetchIfPossible(fetchPostgres)
  return (await find())?.bin
}

/** What can't be fetched is reported; the tests that need it are skipped. */
async function fetchIfPossible(fetching: () => Promise<void>): Promise<void> {
  try {
    await fetching()
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    process.stdout.write(`\n${error.message}\n\n`)
  }
}

/**
 * One PostgreSQL for the whole run; the suites make their own databases on it. A server given by TEST_POSTGRES_URL is
 * used instead. The schema is made once, and the suites' databases are copies of it: migrating each of a hundred took
 * three times as long.
 */
async function startCluster(cleanups: (() => Promise<void>)[]): Promise<Preparations['cluster']> {
  // imported here: the database's driver is of no use to a run that doesn't come this far
  const { createDatabase } = await import('./postgres-cluster.ts')
  const { migratePostgres } = await import('../../src/server/db/migrate-postgres.ts')
  const url = process.env.TEST_POSTGRES_URL ?? (await startOwnCluster(cleanups))
  const template = await createDatabase(url)
  cleanups.push(template.drop)
  await migratePostgres(template.url)
  return { url, template: template.name }
}

async function startOwnCluster(cleanups: (() => Promise<void>)[]): Promise<string> {
  const bin = await postgresBin()
  if (bin === undefined) throw new Error('There is no PostgreSQL')
  const { startPostgresCluster } = await import('./postgres-cluster.ts')
  const cluster = await startPostgresCluster(bin)
  cleanups.push(cluster.stop)
  return cluster.url
}
