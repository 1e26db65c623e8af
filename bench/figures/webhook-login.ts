import { startReceiver } from '../../test/harness/webhook-receiver.ts'
import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Row } from '../figure.ts'
import { generateLoad, type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { loginsOf } from '../logins.ts'
import { median } from '../statistics.ts'
import { seedWebhook, type WebhookInstallation, withWebhooks } from '../webhook-installation.ts'

const rounds = 48
const sentRounds = 4
const roundMs = 4_000
const warmUpMs = 20_000
const users = 2_000
/** Rate at each of two servers that are compared at once, and twice that at one alone. */
const connections = 4

export async function webhookLogin(): Promise<readonly Row[]> {
  const receiver = await startReceiver()
  receiver.answerWith((response) => response.end())
  const generators = [startLoadGenerator(), startLoadGenerator()] as const
  try {
    return await withWebhooks({ users, prepare: async () => {} }, (none) =>
      withThree(receiver.url, true, (held) =>
        withThree(receiver.url, false, (sent) => measure(generators, { none, held, sent })),
      ),
    )
  } finally {
    await Promise.all(generators.map((generator) => generator.stop()))
    await receiver.close()
  }
}

type Kind = 'none' | 'held' | 'sent'

/** Three webhooks subscribed to logins; deliveries are queued, and nothing is sent before tomorrow. */
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
          if (isHeld) await stores.transaction((tx) => tx.webhooks.backOffUntil(id, tomorrow))
        }
      },
    },
    work,
  )
}

type Generators = readonly [LoadGenerator, LoadGenerator]

async function measure(generators: Generators, installations: Record<Kind, WebhookInstallation>): Promise<Row[]> {
  const us: Record<Kind, number[]> = { none: [], held: [], sent: [] }
  const open = async (kind: Kind) => {
    const server = await installations[kind].start()
    const installation = { server, seeded: installations[kind].seeded, port: Number(new URL(server.origin).port) }
    return { kind, ...installation, pid: server.process.pid ?? 0 }
  }
  const [none, held, sent] = await Promise.all([open('none'), open('held'), open('sent')])
  const loginUs = async (generator: LoadGenerator, server: typeof none, durationMs: number, atOnce = connections) => {
    const plan = { ...loginsOf(server), connections: atOnce, durationMs }
    const { us: spent, result } = await cpuTimeDuring(
      () => cpuTimeUs(server.pid),
      () => generateLoad(generator, plan),
    )
    return spent / result.answers
  }
  const [one, other] = generators
  // at once, so that other load on the machine affects both
  const bothUs = (durationMs: number) => Promise.all([loginUs(one, none, durationMs), loginUs(other, held, durationMs)])
  await bothUs(warmUpMs)
  for (let round = 0; round < rounds; round += 1) {
    const [ofNone, ofHeld] = await bothUs(roundMs)
    us.none.push(ofNone)
    us.held.push(ofHeld)
  }
  await loginUs(one, sent, warmUpMs)
  for (let round = 0; round < sentRounds; round += 1) us.sent.push(await loginUs(one, sent, roundMs, 2 * connections))
  for (const { server } of [none, held, sent]) await server.stop()
  const delivery = (median(us.sent) - median(us.held)) / 3
  return [
    {
      name: 'login with 3 webhooks / with none: all that is written for them',
      values: us.held.map((each, round) => each / (us.none[round] ?? Number.NaN)),
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
