import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Overloaded, ReadAborted, ReadTooLong, Unavailable } from './errors.ts'
import { abortReadsWith } from './read-signal.ts'
import { openReaderPool, type ReaderPool } from './reader-pool.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

let folder: string
let file: string
let writer: ReturnType<typeof openSqliteConnection>
let pool: ReaderPool

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keywright-readers-'))
  file = join(folder, 'test.db')
  writer = openSqliteConnection(file)
  writer.exec(
    'CREATE TABLE numbers (n INTEGER NOT NULL, word TEXT, bytes BLOB); INSERT INTO numbers VALUES (1, NULL, NULL)',
  )
})

afterEach(async () => {
  vi.useRealTimers()
  await pool.close()
  writer.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a pool whose first thread has started. */
async function open(limits?: Parameters<typeof openReaderPool>[1]) {
  pool = openReaderPool(file, limits)
  await readShort()
}
const read = (sql: string, ...parameters: unknown[]) => pool.execute(CompiledQuery.raw(sql, parameters))
const readShort = () => read('SELECT n FROM numbers WHERE n = 1')
const shortAnswer = { rows: [{ n: 1 }] }

/** Counts for seconds, yet ends. The owner makes it a kind of its own. */
const readLong = (owner = 0, steps = 8_000_000) =>
  read(
    `WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < ?2)
     SELECT count(*) AS count FROM steps WHERE i <> ?1`,
    -owner,
    steps,
  )
/** After this a read counts as long, even one whose thread had to start. */
const longNotedMs = 1100
const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

describe('reads on threads', () => {
  it('need not wait for their threads: all start at once when they are told to, and no more with the reads', async () => {
    pool = openReaderPool(file, { threads: 2 })
    expect(pool.load()).toEqual({ busy: 0, idle: 0, waiting: 0 })
    pool.start()
    pool.start()
    expect(pool.load()).toEqual({ busy: 0, idle: 2, waiting: 0 })
    expect(await Promise.all([readShort(), readShort(), readShort()])).toEqual([shortAnswer, shortAnswer, shortAnswer])
    expect(pool.load()).toEqual({ busy: 0, idle: 2, waiting: 0 })
  })

  it.runIf(process.platform === 'linux')('leave the processor to the event loop first', async () => {
    await open()
    const priorities = readdirSync('/proc/self/task').map((task) => {
      const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
      // the fields after the program's name, which may hold spaces; nice is the 19th of all
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    })
    expect(priorities).toContain(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW))
  })

  it('give rows by their columns: numbers, texts, nothing and bytes', async () => {
    await open()
    writer.prepare('INSERT INTO numbers VALUES (?, ?, ?)').run(2, 'zwei', new Uint8Array([0, 255]))
    const { rows } = await read('SELECT n, word, bytes FROM numbers WHERE n >= ? ORDER BY n', 1)
    expect(rows).toEqual([
      { n: 1, word: null, bytes: null },
      { n: 2, word: 'zwei', bytes: new Uint8Array([0, 255]) },
    ])
  })

  it('see what was committed before they were asked for, and never what was not', async () => {
    await open()
    for (let n = 2; n < 50; n += 1) {
      writer.exec('BEGIN')
      writer.prepare('INSERT INTO numbers (n) VALUES (?)').run(n)
      expect((await read('SELECT max(n) AS n FROM numbers')).rows).toEqual([{ n: n - 1 }])
      writer.exec('COMMIT')
      expect((await read('SELECT max(n) AS n FROM numbers')).rows).toEqual([{ n }])
    }
  })

  it('see a column that was added after the first of them', async () => {
    await open()
    expect((await read('SELECT * FROM numbers')).rows).toEqual([{ n: 1, word: null, bytes: null }])
    writer.exec("ALTER TABLE numbers ADD COLUMN more TEXT NOT NULL DEFAULT 'yes'")
    expect((await read('SELECT * FROM numbers')).rows).toEqual([{ n: 1, word: null, bytes: null, more: 'yes' }])
  })

  it('change nothing, and their error says why', async () => {
    await open()
    await expect(read('DELETE FROM numbers')).rejects.toThrow('readonly')
    await expect(read('SELECT missing FROM numbers')).rejects.toThrow('no such column: missing')
    await expect(read('SELECT ?', new Date())).rejects.toThrow("Parameter 1 can't be bound: Date.")
    expect((await read('SELECT count(*) AS count FROM numbers')).rows).toEqual([{ count: 1 }])
  })

  it('that are short do not wait for long ones, however many there are', async () => {
    await open({ threads: 2, maxThreads: 5 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const gone = new AbortController()
    const owners = [1, 2, 3, 4]
    const long = owners.map((owner) => abortReadsWith(gone.signal, () => outcomeOf(readLong(owner))))
    // each that is noted as long makes room for the next one
    for (const _ of owners) vi.advanceTimersByTime(longNotedMs)
    expect(await readShort()).toEqual(shortAnswer)
    gone.abort()
    for (const outcome of await Promise.all(long)) expect(outcome).toBeInstanceOf(ReadAborted)
  })

  it('of one kind that took long wait for each other, and what is long for one owner is not for another', async () => {
    await open({ threads: 2, maxThreads: 2, longFromMs: 5 })
    await readLong(1, 300_000)
    const gone = new AbortController()
    const long = [1, 1].map(() => abortReadsWith(gone.signal, () => outcomeOf(readLong(1))))
    expect(await readLong(2, 10)).toEqual({ rows: [{ count: 10 }] })
    gone.abort()
    for (const outcome of await Promise.all(long)) expect(outcome).toBeInstanceOf(ReadAborted)
  })

  it('leave the event loop to others while they run', async () => {
    await open()
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await readLong(1, 300_000)
    isOver = true
    expect(turns).toBeGreaterThan(100)
  })

  it('that take too long are given up, waiting or running', async () => {
    await open({ threads: 1, maxThreads: 1 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reads = [readLong(1), readShort()].map(outcomeOf)
    vi.advanceTimersByTime(30_000)
    for (const outcome of await Promise.all(reads)) expect(outcome).toBeInstanceOf(ReadTooLong)
  })

  it('are refused where too many wait, and none of those that wait is lost', async () => {
    await open({ threads: 1, maxThreads: 1, maxWaiting: 10 })
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcomeOf(readShort())))
    const refused = outcomes.filter((outcome) => outcome instanceof Error)
    expect(outcomes.length - refused.length).toBe(11)
    for (const error of refused) expect(error).toBeInstanceOf(Overloaded)
  })

  it('of one owner who asks for many do not keep others out, and those are answered in turn', async () => {
    await open({ threads: 1, maxThreads: 1, maxWaitingOfOwner: 20 })
    const answered: string[] = []
    const ask = (owner: number) =>
      outcomeOf(read('SELECT ? AS owner', owner)).then((outcome) => {
        answered.push(outcome instanceof Overloaded ? `${owner} refused` : String(owner))
      })
    await Promise.all([...Array.from({ length: 30 }, () => ask(1)), ask(2), ask(3)])
    expect(answered.filter((outcome) => outcome === '1 refused')).toHaveLength(9)
    const inTurn = answered.filter((outcome) => outcome !== '1 refused')
    expect(inTurn.slice(0, 4)).toEqual(['1', '1', '2', '3'])
    expect(inTurn).toHaveLength(23)
  })

  it('end for the caller when nobody waits for them any more: those that wait and those that run', async () => {
    await open({ threads: 1, maxThreads: 1 })
    const gone = new AbortController()
    const reads = abortReadsWith(gone.signal, () => [readLong(1), readShort()].map(outcomeOf))
    gone.abort()
    for (const outcome of await Promise.all(reads)) expect(outcome).toBeInstanceOf(ReadAborted)
    await expect(abortReadsWith(gone.signal, readShort)).rejects.toThrow(ReadAborted)
    expect(await readShort()).toEqual(shortAnswer)
  })

  it('are refused when the database closes: those that wait, those that run and those that come', async () => {
    await open({ threads: 1, maxThreads: 1 })
    const reads = [readLong(), readShort()].map(outcomeOf)
    const closing = pool.close()
    expect(pool.isReading()).toBe(true)
    for (const outcome of [...(await Promise.all(reads)), await outcomeOf(readShort())])
      expect(outcome).toEqual(new Unavailable('The database is closing.'))
    await closing
    await vi.waitFor(() => expect(pool.isReading()).toBe(false), { timeout: 60_000 })
  })

  it('are answered unavailable when their thread dies, and the next ones get another thread', async () => {
    const later = join(folder, 'later')
    pool = openReaderPool(join(later, 'test.db'))
    // the thread's own error: not that of a read which nobody answered in time
    expect(await outcomeOf(readShort())).toMatchObject({
      name: 'Unavailable',
      message: expect.stringContaining('cannot be used right now'),
    })
    mkdirSync(later)
    const made = openSqliteConnection(join(later, 'test.db'))
    made.exec('CREATE TABLE numbers (n INTEGER NOT NULL); INSERT INTO numbers VALUES (1)')
    expect(await readShort()).toEqual(shortAnswer)
    made.close()
  })
})
