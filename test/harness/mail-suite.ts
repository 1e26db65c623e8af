import { type NewMail, openMailQueue, type QueueOutcome } from '../../src/server/mails/queue-mail.ts'
import type { StoreSet } from '../../src/server/store/index.ts'
import { alwaysSignedIn } from './create-test-app.ts'
import type { OpenTestDatabase } from './databases.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'
import { useOpened } from './use-suite.ts'
import { createWorld, openSuite, type Suite, type World } from './world.ts'

/** What the dashboard shows of an application's mail. */
export interface MailSettings {
  readonly sender: 'own' | 'server' | null
  readonly fromName: string | null
  readonly replyTo: string | null
  readonly smtp: { readonly host: string; readonly hasPassword: boolean } | null
  readonly queue: {
    readonly waiting: number
    readonly waitingError: string | null
    readonly failed: number
    readonly failures: readonly { readonly kind: string; readonly to: string; readonly error: string }[]
    readonly lastSentAt: string | null
    readonly refused: number
    readonly refusedReason: string | null
  }
}

export interface MailSuite extends Suite {
  readonly sink: SmtpSink
  /** Queues a code in a transaction of its own, as the program does. */
  queue(w: World, to: string, mail?: Partial<NewMail>): Promise<QueueOutcome>
  /** The same inside a transaction. */
  queueIn(tx: StoreSet, mail: NewMail): Promise<QueueOutcome>
  state(w: World): Promise<MailSettings>
}

/** The shipped app with a mail server that accepts everything. */
export function useMailSuite(open: OpenTestDatabase): MailSuite {
  return useOpened(
    async () => {
      const sink = await openSmtpSink()
      const env = { SMTP_URL: sink.url, SMTP_FROM: 'Keywright <noreply@example.com>' }
      const suite = await openSuite(await open(), env)
      const { stores, clock } = suite.test
      const { queueMail } = openMailQueue({ clock, hasServerSmtp: true })
      const code = { kind: 'code', code: '12345678', validMinutes: 10 } as const
      return {
        ...suite,
        maker: alwaysSignedIn(suite.test, suite.maker),
        sink,
        queueIn: queueMail,
        queue: ({ applicationId }, to, mail = {}) =>
          stores.transaction((tx) => queueMail(tx, { applicationId, to, subject: code, ...mail })),
        state: (w) => w.dashboard<MailSettings>('GET', `${w.base}/mail`),
      }
    },
    async ({ test, sink }) => {
      await test.close()
      await sink.close()
    },
  )
}

export const newWorld = (suite: Suite): Promise<World> => createWorld(suite, suite.maker)
