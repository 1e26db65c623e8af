import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertBindable } from './bindable.ts'
import type { DatabaseLoad, Row } from './database.ts'
import { Overloaded, ReadAborted, ReadTooLong, Unavailable } from './errors.ts'
import { readSignal } from './read-signal.ts'
import { type Reader, type ReaderAnswer, type ReaderQuestion, rowsOf, startReader } from './reader.ts'
import { createTurns } from './reads-in-turn.ts'
import type { Execute } from './sqlite-kysely.ts'

/** Runs statements on threads with read-only connections of their own, so that no read holds up the event loop. */
export interface ReaderPool {
  readonly execute: Execute
  /** Starts the threads now, so that the first reads don't wait for them. */
  start(): void
  /** Rejects all reads, and resolves when the threads have ended; those in a statement have a second. */
  close(): Promise<void>
  /** Whether a thread still runs. */
  isReading(): boolean
  /** Threads that read, those that are ready, and reads that wait for one. */
  load(): DatabaseLoad
}

interface Limits {
  /** Threads for short reads and long ones; more are started only while long reads keep these busy. */
  readonly threads?: number
  readonly maxThreads?: number
  /** Reads that wait, of all owners and of one. */
  readonly maxWaiting?: number
  readonly maxWaitingOfOwner?: number
  /** From here on a read counts as long. */
  readonly longFromMs?: number
  /** How long a caller waits, from its question on. */
  readonly deadlineMs?: number
}

/** A question whose caller waits. */
interface Read {
  readonly question: ReaderQuestion
  /** What is long for one owner may be short for another. */
  readonly kind: string
  answer(rows: Row[]): void
  /** Tells the caller; a statement that runs cannot be stopped, and its answer is dropped. */
  fail(error: unknown): void
}

interface Thread {
  readonly reader: Reader
  running: Read | undefined
  isLong: boolean
}

/** How long a new thread takes to start, which is not the read's fault. */
const startMs = 1000
const maxKnownLong = 1000
const longestCloseMs = 1000

/**
 * Opens the pool for a database file. Threads start with the first reads, or before them. Short reads don't wait for
 * long ones: reads of a kind that took long the last time leave one thread to others, and where unexpected ones fill all
 * threads another is started. node:sqlite can't interrupt a statement: a thread is busy until its statement ends, even if nobody waits
 * for it any more, and counts as long meanwhile.
 */
export function openReaderPool(file: string, limits: Limits = {}): ReaderPool {
  const { threads: fewest = Math.max(2, Math.min(4, availableParallelism())) } = limits
  const { maxThreads = fewest + 4, longFromMs = 50, deadlineMs = 30_000 } = limits
  const { maxWaiting = 10_000, maxWaitingOfOwner = 2_000 } = limits
  const threads = new Set<Thread>()
  const waiting = { short: createTurns<Read>(), long: createTurns<Read>() }
  const knownLong = new Set<string>()
  let isClosed = false

  const longRunning = () => [...threads].filter(({ running, isLong }) => running && isLong).length
  const allowed = () => Math.min(Math.max(fewest, longRunning() + 1), maxThreads)

  function start(): Thread {
    const reader = startReader(file, () => threads.delete(thread))
    const thread: Thread = { reader, running: undefined, isLong: false }
    threads.add(thread)
    return thread
  }

  function takeNext(): Read | undefined {
    const hasRoomForLong = longRunning() < Math.max(1, fewest - 1)
    return waiting.short.take() ?? (hasRoomForLong ? waiting.long.take() : undefined)
  }

  function assign(): void {
    while (!isClosed) {
      const idle = [...threads].find(({ running }) => !running)
      if (!idle && threads.size >= allowed()) return
      const next = takeNext()
      if (!next) return
      void run(idle ?? start(), next)
    }
  }

  async function run(thread: Thread, read: Read): Promise<void> {
    thread.running = read
    thread.isLong = knownLong.has(read.kind)
    const timer = setTimeout(() => noteLong(thread, read), longFromMs + (thread.reader.isReady() ? 0 : startMs))
    try {
      tell(read, await thread.reader.run(read.question))
    } catch (error) {
      read.fail(error)
    }
    clearTimeout(timer)
    thread.running = undefined
    if (threads.size > fewest && threads.delete(thread)) void thread.reader.close()
    assign()
  }

  function noteLong(thread: Thread, { kind }: Read): void {
    thread.isLong = true
    if (knownLong.size >= maxKnownLong) knownLong.clear()
    knownLong.add(kind)
    // it may hold the last thread: another one may start now
    assign()
  }

  function tell(read: Read, answer: ReaderAnswer): void {
    if (answer.ms < longFromMs) knownLong.delete(read.kind)
    read.answer(rowsOf(answer))
  }

  function ask(question: ReaderQuestion, signal: AbortSignal | undefined): Promise<Row[]> {
    if (isClosed) return Promise.reject(closing())
    if (signal?.aborted) return Promise.reject(new ReadAborted())
    const owner = ownerOf(question)
    const kind = `${owner} ${question.sql}`
    const queue = knownLong.has(kind) ? waiting.long : waiting.short
    const isFull = queue.size() >= maxWaiting || queue.ofOwner(owner) >= maxWaitingOfOwner
    if (isFull) return Promise.reject(new Overloaded(queue.size(), 'reads'))
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        queue.remove(owner, read)
      }
      const answer = (rows: Row[]) => {
        end()
        resolve(rows)
      }
      const fail = (error: unknown) => {
        end()
        reject(error)
      }
      const giveUp = () => fail(new ReadAborted())
      const timer = setTimeout(() => fail(new ReadTooLong()), deadlineMs)
      const read: Read = { question, kind, answer, fail }
      signal?.addEventListener('abort', giveUp, { once: true })
      queue.add(owner, read)
      assign()
    })
  }

  return {
    start() {
      while (!isClosed && threads.size < fewest) start()
    },
    async execute({ sql, parameters }) {
      assertBindable(parameters)
      return { rows: await ask({ sql, parameters }, readSignal()) }
    },
    async close() {
      isClosed = true
      const running = [...threads].flatMap(({ running }) => running ?? [])
      for (const read of running) read.fail(closing())
      for (const queue of [waiting.short, waiting.long])
        for (let read = queue.take(); read; read = queue.take()) read.fail(closing())
      const all = [...threads]
      const end = (some: readonly Thread[]) => Promise.all(some.map(({ reader }) => reader.close()))
      const busy = end(all.filter(({ running }) => running))
      // Nothing keeps an idle thread from ending, however late the machine lets it.
      await end(all.filter(({ running }) => !running))
      await Promise.race([busy, sleep(longestCloseMs, undefined, { ref: false })])
    },
    isReading: () => threads.size > 0,
    load() {
      const busy = [...threads].filter(({ running }) => running).length
      return { busy, idle: threads.size - busy, waiting: waiting.short.size() + waiting.long.size() }
    },
  }
}

/** Stores name the owner of the rows, an application or an account, as the first value of a statement. */
const ownerOf = ({ parameters }: ReaderQuestion) => parameters[0]

const closing = () => new Unavailable('The database is closing.')
