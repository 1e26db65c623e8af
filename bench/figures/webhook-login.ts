import { startReceiver } from '../../test/webhook-receiver.ts'
import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Figure, type Row } from '../figure.ts'
import { generateLoad, type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { loginsOf } from '../logins.ts'
import { median } from '../statistics.ts'
import { seedWebhook, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'

const rounds = 16
const sentRounds = 4
const roundMs = 4_000
const warmUpMs = 20_000
const users = 2_000
const connections = 8

export const webhookLogin: Figure = {
  name: 'webhook-login',
  title: `CPU of a login with 3 webhooks subscribed and with none (${connections} connections; the hash runs in a process of its own)`,
  needsLinux: true,
  measure: async () => {
    const receiver = await startReceiver()
    receiver.answerWith((response) => response.end())
    const generator = startLoadGenerator()
    try {
      return await withWebhooks({ users, prepare: async () => {} }, (none) =>
        withThree(receiver.url, true, (held) =>
          withThree(receiver.url, false, (sent) => measure(generator, { none, held, sent })),
        ),
      )
    } finally {
      await generator.stop()
      await receiver.close()
    }
  },
}

type Kind = 'none' | 'held' | 'sent'

/** Three webhooks that hear of logins; held ones are written for, and nothing is sent before tomorrow. */
function withThree<T>(
  url: string,
  isHeld: boolean,
  work: (installation: WebhookInstallation) => Promise<T>,
): Promise<T> {
  return withWebhooks(
    {
      users,
      async prepare(stores) {
        for (let made = 0; made < 3; made += 1) {
          const id = await seedWebhook(stores, url, ['user_login'])
          const tomorrow = new Date(Date.now() + 86_400_000)
          if (isHeld) await stores.transaction((tx) => tx.webhooks.holdUntil(id, tomorrow))
        }
      },
    },
    work,
  )
}

async function measure(generator: LoadGenerator, installations: Record<Kind, WebhookInstallation>): Promise<Row[]> {
  const kinds: readonly Kind[] = ['none', 'held', 'sent']
  const us: Record<Kind, number[]> = { none: [], held: [], sent: [] }
  const servers = await Promise.all(
    kinds.map(async (kind) => {
      const server = await installations[kind].start()
      const installation = { server, seeded: installations[kind].seeded, port: Number(new URL(server.origin).port) }
      return { kind, ...installation, pid: server.process.pid ?? 0 }
    }),
  )
  const loginUs = async (server: (typeof servers)[number], durationMs: number) => {
    const plan = { ...loginsOf(server), connections, durationMs }
    const { us: spent, result } = await cpuTimeDuring(
      () => cpuTimeUs(server.pid),
      () => generateLoad(generator, plan),
    )
    return spent / result.answers
  }
  const [none, held, sent] = servers
  if (!none || !held || !sent) throw new Error('Three servers are compared.')
  const measureUs = async (server: typeof none) => us[server.kind].push(await loginUs(server, roundMs))
  for (const server of servers) await loginUs(server, warmUpMs)
  // each round of the one stands between two of the other: a machine that becomes slower or faster favors neither
  await measureUs(none)
  for (let round = 0; round < rounds; round += 1) {
    await measureUs(held)
    await measureUs(none)
  }
  // last, since what was logged in is sent for some time still
  for (let round = 0; round < sentRounds; round += 1) await measureUs(sent)
  for (const { server } of servers) await server.stop()
  const noneAround = (round: number) => ((us.none[round] ?? Number.NaN) + (us.none[round + 1] ?? Number.NaN)) / 2
  const delivery = (median(us.sent) - median(us.held)) / 3
  return [
    {
      name: 'login with 3 webhooks / with none: all that is written for them',
      values: us.held.map((each, round) => each / noneAround(round)),
      digits: 3,
      target: atMost(1.1),
    },
    {
      name: 'the same and the sending, which is no part of a login but of its process',
      values: us.sent.map((each) => each / median(us.none)),
      digits: 3,
    },
    { name: 'us of a login with none', values: us.none, digits: 0 },
    { name: 'us of a login with 3, their messages written', values: us.held, digits: 0 },
    { name: 'us of a login with 3, their messages written and sent meanwhile', values: us.sent, digits: 0 },
    { name: 'us of one delivery beside the login', values: [delivery], digits: 0 },
  ]
}
