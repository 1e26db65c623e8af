import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../test/program.ts'

/** What a driver says: the order that it has obeyed, or an event, with the fields of what came of it. */
export type Said = Readonly<Record<string, unknown>> & { readonly is: string }

/** A program that obeys orders, one at a time. */
export interface Driver {
  /** Gives an order and waits until it is obeyed. */
  obey(order: { readonly do: string }): Promise<Said>
  /** Waits until the monitor tells it. */
  tells(event: 'lost' | 'verified' | 'offline' | 'online'): Promise<Said>
  /** What the client's log was told so far, with the names that all languages share. */
  logged(): readonly Said[]
  /** Ends the input; the exit code, and how often the monitor told of a loss in all. */
  leave(): Promise<{ readonly exitCode: number | null; readonly losses: number }>
}

const line = /^\{.*\}\r?\n/m
const betweenQuestionsMs = 50

/** The fields of a log are in the case of the language. */
const toSharedNames = (text: string) =>
  text.replace('"http_status"', '"httpStatus"').replace('"request_id"', '"requestId"')

export function openDriver(program: Program): Driver {
  const waiting: Said[] = []
  const next = async (is: string): Promise<Said> => {
    for (;;) {
      const place = waiting.findIndex((said) => said.is === is)
      const [found] = place < 0 ? [] : waiting.splice(place, 1)
      if (found !== undefined) return found
      waiting.push(JSON.parse(await program.shows(line)) as Said)
    }
  }
  return {
    obey: (order) => {
      program.type(JSON.stringify(order))
      return next(order.do)
    },
    tells: next,
    logged: () =>
      program
        .output()
        .split('\n')
        .filter((text) => /^\{.*"is": ?"log"/.test(text))
        .map((text) => JSON.parse(toSharedNames(text)) as Said),
    leave: async () => {
      program.closeInput()
      const exitCode = await program.exitCode
      return { exitCode, losses: program.output().split('"lost"').length - 1 }
    },
  }
}

/** Asks for the figures of the monitor until they are as wanted. */
export async function untilStatus(driver: Driver, isWanted: (status: Said) => boolean): Promise<void> {
  while (!isWanted(await driver.obey({ do: 'status' }))) await sleep(betweenQuestionsMs)
}
