import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/** What a test run prepares once, when the first test asks for it. */
export interface Preparations {
  /** Whether there is a PostgreSQL. */
  readonly postgres: boolean
  /** The running PostgreSQL: its address without a database name, and the name of a database with the schema. */
  readonly cluster: { readonly url: string; readonly template: string }
  /** Whether there is the .NET SDK. */
  readonly dotnet: boolean
}

/** The environment variable with the address of what prepares: `global-setup.ts` in the process that runs the tests. */
export const preparationsUrl = 'TEST_PREPARATIONS_URL'

/** Waits until it is prepared. Outside a test run nothing is. */
export async function prepared<K extends keyof Preparations>(name: K): Promise<Preparations[K] | false> {
  const address = process.env[preparationsUrl]
  if (!address) return false
  // no time limit, as fetch has one: a package may come over a slow line
  // and a connection of its own: one that was kept may have been closed meanwhile
  const [response] = (await once(get(`${address}/${name}`, { agent: false }), 'response')) as [IncomingMessage]
  const { value, error } = (await json(response)) as { value: Preparations[K]; error?: string }
  if (error !== undefined) throw new Error(error)
  return value
}
