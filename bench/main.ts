import type { Figure } from './figure.ts'
import { activity } from './figures/activity.ts'
import { heartbeat } from './figures/heartbeat.ts'
import { heartbeatPostgres } from './figures/heartbeat-postgres.ts'
import { importUsers } from './figures/import.ts'
import { lighthouse } from './figures/lighthouse.ts'
import { liveStream } from './figures/live-stream.ts'
import { login } from './figures/login.ts'
import { loginStorm } from './figures/login-storm.ts'
import { memory } from './figures/memory.ts'
import { newcomer } from './figures/newcomer.ts'
import { retention } from './figures/retention.ts'
import { samples } from './figures/samples.ts'
import { signInTiming } from './figures/sign-in-timing.ts'
import { signing } from './figures/signing.ts'
import { size } from './figures/size.ts'
import { stalls } from './figures/stalls.ts'
import { start } from './figures/start.ts'
import { tableTasks } from './figures/table-tasks.ts'
import { usersTable } from './figures/users-table.ts'
import { verify } from './figures/verify.ts'
import { webhookLogin } from './figures/webhook-login.ts'
import { webhookNeighbours } from './figures/webhook-neighbours.ts'
import { webhookQueue } from './figures/webhook-queue.ts'
import { writes } from './figures/writes.ts'
import { runFigures } from './run-figures.ts'

const figures: readonly Figure[] = [
  activity,
  heartbeat,
  heartbeatPostgres,
  importUsers,
  lighthouse,
  liveStream,
  loginStorm,
  login,
  writes,
  signing,
  signInTiming,
  size,
  memory,
  stalls,
  start,
  newcomer,
  retention,
  samples,
  tableTasks,
  usersTable,
  verify,
  webhookLogin,
  webhookNeighbours,
  webhookQueue,
]

process.exitCode = await runFigures('bench', figures, { areTimings: true })
