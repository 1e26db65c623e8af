import { type Connection, openConnection, requestBytes } from '../connection.ts'
import { type Row, within } from '../figure.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginPath } from '../logins.ts'
import { fastest, median, seededRandom, welchT } from '../statistics.ts'

const calls = 300
const warmUpCalls = 20
const keptShare = 0.9

export function signInTiming(): Promise<readonly Row[]> {
  return withInstallation({ users: 2_000, sessionsPerUser: 0 }, async (installation) => [
    ...(await compare('public login', installation, publicLogin(installation))),
    ...(await compare('dashboard', installation, dashboardSignIn(installation))),
  ])
}

/** Sends a request that fails, with a name that exists or one that does not. */
type Attempt = (isKnown: boolean, turn: number) => Buffer

const wrongPassword = 'not the right password'

function publicLogin({ seeded }: Installation): Attempt {
  return (isKnown, turn) => {
    const known = seeded.users[turn % seeded.users.length]
    const username = isKnown && known ? known.username : `none-${String(turn).padStart(6, '0')}`
    const body = JSON.stringify({ username, password: wrongPassword })
    return requestBytes(loginPath, { 'x-api-key': seeded.apiKey }, body)
  }
}

function dashboardSignIn({ seeded }: Installation): Attempt {
  return (isKnown) => {
    const email = isKnown ? seeded.email : seeded.email.replace(/^./, 'x')
    return requestBytes('/api/auth/login', {}, JSON.stringify({ email, password: wrongPassword }))
  }
}

async function compare(where: string, { port }: Installation, attempt: Attempt): Promise<Row[]> {
  const connection = await openConnection(port)
  const random = seededRandom(2)
  const knownMs: number[] = []
  const unknownMs: number[] = []
  try {
    for (let turn = -warmUpCalls; turn < calls; turn += 1) {
      // The order is random: an effect of one request on the next must not look like a difference.
      const isKnownFirst = random() < 0.5
      for (const isKnown of [isKnownFirst, !isKnownFirst]) {
        const ms = await timeRefusal(connection, attempt(isKnown, turn + warmUpCalls))
        if (turn >= 0) (isKnown ? knownMs : unknownMs).push(ms)
      }
    }
  } finally {
    connection.close()
  }
  const [known, unknown] = [fastest(knownMs, keptShare), fastest(unknownMs, keptShare)]
  const difference = (median(unknown) / median(known) - 1) * 100
  return [
    { name: `${where}: difference of the medians in %`, values: [difference], digits: 2, target: within(5) },
    { name: `${where}: Welch's t`, values: [welchT(unknown, known)], digits: 2, target: within(4.5) },
    { name: `${where}: ms for a wrong password`, values: known, digits: 2 },
    { name: `${where}: ms for an unknown name`, values: unknown, digits: 2 },
  ]
}

async function timeRefusal(connection: Connection, request: Buffer): Promise<number> {
  const startMs = performance.now()
  const status = await connection.send(request)
  const ms = performance.now() - startMs
  if (status !== 401) throw new Error(`a wrong password was answered with ${status}`)
  return ms
}
