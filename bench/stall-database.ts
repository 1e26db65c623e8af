import type { FullDatabaseOptions } from './full-database.ts'

const { STALLS_USERS, STALLS_ACTIVITY, STALLS_DATA, STALLS_POSTGRES } = process.env

const users = Number(STALLS_USERS ?? 1_000_000)

/** The databases of `stalls` and `change-killed`, so that both work on copies of the same ones. */
export const stallDatabase: FullDatabaseOptions = {
  users,
  licenses: Math.min(100_000, users / 10),
  activity: Number(STALLS_ACTIVITY ?? Math.min(20_000_000, users * 20)),
  sessions: Math.min(20_000, users / 50),
  keptIn: STALLS_DATA,
  settings: STALLS_POSTGRES?.split(' ') ?? [],
}
