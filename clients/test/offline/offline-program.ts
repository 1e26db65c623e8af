import { openDriver, type Said } from '../../conformance/driver.ts'
import { startProgram } from '../program.ts'

/** A driver of the conformance suite that keeps the sign-in. */
export interface OfflineProgram {
  /** A new client, as of a program that has just started, with these options beside its own. */
  open(storeFolder: string, options?: Readonly<Record<string, unknown>>): Promise<Said>
  obey(order: Order): Promise<Said>
  /** What a call came to: its code, whether it is a success, and until when the program may run without the server. */
  says(call: string, words?: Readonly<Record<string, string>>): Promise<string>
  /** Waits until the monitor tells it. */
  tells(event: 'lost' | 'offline' | 'online'): Promise<Said>
  /** At once, as a user or a power failure does. */
  kill(): Promise<void>
}

interface Order {
  readonly do: string
  readonly name?: string
  readonly username?: string
  readonly key?: string
}

interface Start {
  readonly options: Readonly<Record<string, unknown>>
  readonly folder: string
}

const quick = { version: '1.0', timeoutSeconds: 5, heartbeatSeconds: 1, verifySeconds: 2, retrySeconds: 1 }

export function startOffline(command: readonly string[], { options, folder }: Start): OfflineProgram {
  const program = startProgram(command, { folder, env: { HOME: folder } })
  const driver = openDriver(program)
  return {
    open: (storeFolder, more) => {
      const order = { do: 'open', ...quick, ...options, offlineStart: true, ...more, storeFolder }
      return driver.obey(order)
    },
    obey: driver.obey,
    says: async (call, words) => {
      const { code, thrown, offlineUntil } = await driver.obey({ do: call, ...words })
      return `${code} ${thrown === ''} ${offlineUntil}`
    },
    tells: driver.tells,
    kill: program.stop,
  }
}
