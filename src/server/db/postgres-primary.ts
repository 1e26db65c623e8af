import pg from 'pg'
import { databaseAddresses } from '../lib/database-addresses.ts'
import { StartError } from '../lib/start-error.ts'
import { deadlineIn, leftUntil } from './postgres-connect.ts'
import { runStatement } from './postgres-statement.ts'

/** How long a host has to say whether it is the primary. All are asked at once. */
const answerMs = 2_000

/** Which of the hosts of a database takes changes. */
export interface PrimaryFinder {
  /** Address of the primary: the one known, or the first host that says that it is no standby. */
  find(): Promise<string>
  /** It may be the primary no more: the next one who asks has all hosts asked. */
  doubt(): void
}

/** None of several hosts is a primary that answers. */
class NoPrimary extends Error {}

export function openPrimaryFinder(addresses: readonly string[]): PrimaryFinder {
  let known: string | undefined
  let asking: Promise<string> | undefined

  const ask = async () => {
    try {
      known = await Promise.any(addresses.map(assertPrimary))
      return known
    } catch (error) {
      throw new NoPrimary('None of the hosts of PostgreSQL is a primary that answers.', { cause: error })
    } finally {
      asking = undefined
    }
  }
  return {
    async find() {
      if (known !== undefined) return known
      asking ??= ask()
      return asking
    },
    doubt() {
      known = undefined
    },
  }
}

/** For a single connection: the address itself where it names one host. */
export async function primaryOf(databaseUrl: string): Promise<string> {
  const addresses = databaseAddresses(databaseUrl)
  const [first] = addresses
  if (first !== undefined && addresses.length === 1) return first
  try {
    return await openPrimaryFinder(addresses).find()
  } catch (error) {
    throw new StartError(`${(error as Error).message} Start one, or correct the hosts in DATABASE_URL.`, {
      cause: error,
    })
  }
}

async function assertPrimary(address: string): Promise<string> {
  const deadline = deadlineIn(answerMs)
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: answerMs })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isStandby(client, leftUntil(deadline))) throw new Error('This host is a standby.')
    return address
  } finally {
    client.end().catch(() => {})
  }
}

async function isStandby(client: pg.ClientBase, waitMs: number): Promise<boolean> {
  const { rows } = await runStatement(client, { text: 'SELECT pg_is_in_recovery() AS yes' }, waitMs)
  return rows[0]?.yes !== false
}

/** Options of a pool each of whose new connections goes to the primary of the moment. */
export function followPrimary(finder: PrimaryFinder): Pick<pg.PoolConfig, 'onConnect'> & { Client: typeof pg.Client } {
  /** The driver's client with the host chosen when it connects. */
  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    // biome-ignore lint/suspicious/noConfusingVoidType: as the driver declares it
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const place = this as { host: string; port: number }
      const connecting = finder.find().then((address) => {
        const { hostname, port } = new URL(address)
        place.host = hostname.replace(/^\[|\]$/g, '') || 'localhost'
        place.port = Number(port || 5432)
        return super.connect()
      })
      connecting.catch(() => finder.doubt())
      if (!callback) return connecting
      connecting.then(() => (callback as () => void)(), callback)
    }
  }
  return {
    Client: PrimaryClient,
    async onConnect(client) {
      if (!(await isStandby(client, answerMs))) return
      finder.doubt()
      throw new NoPrimary('This host of PostgreSQL has become a standby.')
    },
  }
}
