import type { Figure } from './figure.ts'
import { activity } from './figures/activity.ts'
import { backup } from './figures/backup.ts'
import { before } from './figures/before.ts'
import { changeKilled, changeKilledTitle } from './figures/change-killed.ts'
import { clientHeader } from './figures/client-header.ts'
import { clients, clientsTitle } from './figures/clients.ts'
import { heartbeat } from './figures/heartbeat.ts'
import { heartbeatPostgres } from './figures/heartbeat-postgres.ts'
import { importUsers } from './figures/import.ts'
import { lighthouse, lighthouseVersion } from './figures/lighthouse.ts'
import { liveStream } from './figures/live-stream.ts'
import { login } from './figures/login.ts'
import { loginStorm } from './figures/login-storm.ts'
import { memory } from './figures/memory.ts'
import { metrics } from './figures/metrics.ts'
import { move, moveTitle } from './figures/move.ts'
import { newcomer } from './figures/newcomer.ts'
import { packages } from './figures/packages.ts'
import { retention } from './figures/retention.ts'
import { samples } from './figures/samples.ts'
import { signInTiming } from './figures/sign-in-timing.ts'
import { signing } from './figures/signing.ts'
import { size } from './figures/size.ts'
import { stalls, stallsTitle } from './figures/stalls.ts'
import { start } from './figures/start.ts'
import { tableTasks } from './figures/table-tasks.ts'
import { totalApplications, totals } from './figures/totals.ts'
import { usersTable } from './figures/users-table.ts'
import { verify } from './figures/verify.ts'
import { webhookLogin } from './figures/webhook-login.ts'
import { webhookNeighbours } from './figures/webhook-neighbours.ts'
import { webhookQueue } from './figures/webhook-queue.ts'
import { writes } from './figures/writes.ts'
import { runFigures } from './run-figures.ts'

const figures: readonly Figure[] = [
  {
    name: 'activity',
    title: '5,000,000 rows of activity of one application: filtered pages',
    needsLinux: true,
    measure: activity,
  },
  {
    name: 'backup',
    title:
      'Heartbeats and verifies, 200 a second of each, while the server copies its database, against the same without',
    measure: backup,
  },
  {
    name: 'before',
    title: 'CPU of heartbeat, verify and login in the server against another checkout (BEFORE=/its/folder), in turns',
    needsLinux: true,
    measure: before,
  },
  {
    name: 'client-header',
    title: 'CPU of a login that says which client library sends it (X-Client), against one that does not',
    needsLinux: true,
    measure: clientHeader,
  },
  {
    name: 'clients',
    title: clientsTitle,
    needsLinux: true,
    measure: clients,
  },
  {
    name: 'heartbeat',
    title: 'Heartbeats on the embedded database against a bare node:http server (20,000 sessions)',
    needsLinux: true,
    measure: heartbeat,
  },
  {
    name: 'heartbeat-postgres',
    title: 'Heartbeats on PostgreSQL against a bare node:http server (20,000 sessions, 64 connections)',
    needsLinux: true,
    measure: heartbeatPostgres,
  },
  {
    name: 'import',
    title: 'Import of 10,000 users with 1 % wrong rows, then a change of all, while clients beat every 20 ms',
    measure: importUsers,
  },
  {
    name: 'lighthouse',
    title: `Lighthouse ${lighthouseVersion}, desktop`,
    measure: lighthouse,
  },
  {
    name: 'live-stream',
    title: '2,000 readers of the live stream on one server, each with a session of its own',
    needsLinux: true,
    measure: liveStream,
  },
  {
    name: 'login-storm',
    title: 'Heartbeats (500 a second) while 32 connections log in as fast as they can, against the same without logins',
    measure: loginStorm,
  },
  {
    name: 'login',
    title: 'CPU of a login beside the argon2id hash in it (8 connections; the hash alone in the same run)',
    needsLinux: true,
    measure: login,
  },
  {
    name: 'writes',
    title: 'Registrations, session starts and new licenses on the embedded database (8 connections)',
    needsLinux: true,
    measure: writes,
  },
  {
    name: 'signing',
    title: 'CPU of a signed answer beside the same answer unsigned (heartbeats, 16 connections, RSA-2048)',
    needsLinux: true,
    measure: signing,
  },
  {
    name: 'sign-in-timing',
    title: 'Time of an unknown name against a wrong password (300 + 300 calls in turns, the 90 % fastest of each)',
    measure: signInTiming,
  },
  {
    name: 'size',
    title: '1,000,000 users, 100,000 licenses and 5,000,000 rows of activity against an empty installation',
    needsLinux: true,
    measure: size,
  },
  {
    name: 'memory',
    title:
      'Resident memory of the server while clients and a dashboard are busy (its largest sample; all processes beside it)',
    needsLinux: true,
    measure: memory,
  },
  {
    name: 'metrics',
    title: 'CPU of a heartbeat with METRICS_TOKEN against the same without, in turns, and what a scrape takes',
    needsLinux: true,
    measure: metrics,
  },
  {
    name: 'move',
    title: moveTitle,
    measure: move,
  },
  {
    name: 'stalls',
    title: stallsTitle,
    needsLinux: true,
    measure: stalls,
  },
  {
    name: 'change-killed',
    title: changeKilledTitle,
    measure: changeKilled,
  },
  {
    name: 'start',
    title: 'Seconds until a start that is not the first one listens (2,000 users, 20,000 sessions)',
    measure: start,
  },
  {
    name: 'newcomer',
    title: 'From an empty folder to the first login: git clone, npm start, then in a browser',
    measure: newcomer,
  },
  {
    name: 'packages',
    title: 'From an empty folder to "logged in" with each built package and the lines of its quickstart',
    measure: packages,
  },
  {
    name: 'retention',
    title: '5,000,000 rows of activity of one application, the oldest 1,000,000 deleted: heartbeats meanwhile',
    needsLinux: true,
    measure: retention,
  },
  {
    name: 'samples',
    title: 'From the start of the server to "logged in", with one sample each',
    measure: samples,
  },
  {
    name: 'table-tasks',
    title: 'The longest task of the tables of users and activity, four times slowed down',
    measure: tableTasks,
  },
  {
    name: 'totals',
    title: `Totals of ${totalApplications} applications over 90 days, with the period before`,
    measure: totals,
  },
  {
    name: 'users-table',
    title: 'The table of 100,000 users in a browser, on the embedded database',
    measure: usersTable,
  },
  {
    name: 'verify',
    title: 'Verifies of a user on the embedded database against a bare node:http server (2,000 users, 64 connections)',
    needsLinux: true,
    measure: verify,
  },
  {
    name: 'webhook-login',
    title:
      'CPU of a login with 3 webhooks subscribed and with none (4 connections to each at once; the hash runs in a process of its own)',
    needsLinux: true,
    measure: webhookLogin,
  },
  {
    name: 'webhook-neighbours',
    title: '60 events for 100 endpoints, of which one takes connections and never answers',
    measure: webhookNeighbours,
  },
  {
    name: 'webhook-queue',
    title: 'Logins beside 1,000,000 deliveries that wait for a dead endpoint',
    measure: webhookQueue,
  },
]

process.exitCode = await runFigures('bench', figures, { areTimings: true })
