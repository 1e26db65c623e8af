import { abuse } from './faults/abuse.ts'
import { backup } from './faults/backup.ts'
import { badInput } from './faults/bad-input.ts'
import { bulkKill } from './faults/bulk-kill.ts'
import { diskFull } from './faults/disk-full.ts'
import { hardwareLock } from './faults/hardware-lock.ts'
import { hashFlood } from './faults/hash-flood.ts'
import { hostileNetwork } from './faults/hostile-network.ts'
import { idempotency } from './faults/idempotency.ts'
import { keyRotation } from './faults/key-rotation.ts'
import { kill, stop } from './faults/kill-and-stop.ts'
import { lastOwner } from './faults/last-owner.ts'
import { lockedDatabase } from './faults/locked-database.ts'
import { loginStorm } from './faults/login-storm.ts'
import { models } from './faults/models.ts'
import { postgresOutage } from './faults/postgres-outage.ts'
import { powerCut } from './faults/power-cut.ts'
import { races } from './faults/races.ts'
import { roleMatrix } from './faults/role-matrix.ts'
import { signatures } from './faults/signatures.ts'
import { slowSockets } from './faults/slow-sockets.ts'
import { ssrf } from './faults/ssrf.ts'
import { webhooks } from './faults/webhooks.ts'
import type { Figure } from './figure.ts'
import { runFigures } from './run-figures.ts'

const faults: readonly Figure[] = [
  abuse,
  hashFlood,
  loginStorm,
  kill,
  stop,
  powerCut,
  diskFull,
  backup,
  lockedDatabase,
  postgresOutage,
  races,
  hardwareLock,
  models,
  keyRotation,
  lastOwner,
  bulkKill,
  idempotency,
  signatures,
  webhooks,
  ssrf,
  badInput,
  roleMatrix,
  slowSockets,
  hostileNetwork,
]

process.exitCode = await runFigures('faults', faults, { areTimings: false })
