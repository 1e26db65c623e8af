import { z } from 'zod'
import { Time } from './fields.ts'
import type { Routes } from './route.ts'

/** A server on the database; the embedded database has one. */
const Node = z.object({
  /** Of this start of the server. */
  id: z.string(),
  /** `NODE_NAME`, or the name of its machine. */
  name: z.string(),
  version: z.string(),
  /** The newest step of the schema that its program knows. */
  schema: z.string(),
  startedAt: Time,
  /** When it last wrote that it runs, which it does every 5 seconds. */
  seenAt: Time,
  /** How far the clock of its machine is ahead of the database's; negative when it is behind. */
  clockSkewMs: z.int(),
  /** Whether it answered this call. */
  isThis: z.boolean(),
})

/** What a server does again and again, or once at its start. */
const jobNames = [
  'backups',
  'blacklist hits',
  'client versions',
  'counts',
  'expiry counts',
  'last seen',
  'limits',
  'node',
  'purge',
  'retention',
  'schema',
  'session count',
  'sweep',
  'unfinished changes',
  'unfinished imports',
  'weeks of activity',
] as const
export type JobName = (typeof jobNames)[number]

/** `waiting`: its first run is still to come. */
const jobStates = ['waiting', 'running', 'succeeded', 'failed'] as const
export type JobState = (typeof jobStates)[number]

const Job = z.object({
  name: z.enum(jobNames),
  /** The time between two runs; null for one that runs once, at the start. */
  everyMs: z.int().nullable(),
  state: z.enum(jobStates),
  /** When the last run ended; null before the first one. */
  endedAt: Time.nullable(),
  /** How long that run took. */
  tookMs: z.int().nullable(),
  /** When a run last succeeded; null if none did. */
  succeededAt: Time.nullable(),
})

const Disk = z.object({
  freeBytes: z.int(),
  sizeBytes: z.int(),
  /** What the database and its log take of it. */
  databaseBytes: z.int(),
  /** Changes are refused until there is room. */
  isFull: z.boolean(),
})

/** What an owner should look at. */
const warningCodes = [
  'versions_differ',
  'clock_off',
  'disk_full',
  'disk_low',
  'proxy_untrusted',
  'job_late',
  'backup_failed',
  'backup_old',
  'replica_late',
] as const
export type SystemWarningCode = (typeof warningCodes)[number]

const Warning = z.object({
  code: z.enum(warningCodes),
  /** The name of the server or job, the address of the proxy, or the place of the backup; null where it is about the installation. */
  subject: z.string().nullable(),
})

/** The installation itself, for its owners. */
export const systemRoutes = {
  'GET /api/system': {
    name: 'getSystem',
    auth: 'session',
    token: 'none',
    summary: 'Describe the installation: its version, database, servers, jobs and disk, and what to look at',
    reply: z.object({
      version: z.string(),
      engine: z.enum(['sqlite', 'postgres']),
      /** The newest step of the schema that the answering server knows. */
      schema: z.string(),
      /** Those seen in the last minute, by name. */
      nodes: z.array(Node),
      /** Of the answering server, by name; the other servers run the same ones. */
      jobs: z.array(Job),
      /** The disk of the embedded database; null with PostgreSQL, whose disk can't be asked. */
      disk: Disk.nullable(),
      /** Empty where all is well. */
      warnings: z.array(Warning),
    }),
  },
} satisfies Routes
