import { abuse } from './faults/abuse.ts'
import { backup } from './faults/backup.ts'
import { badInput } from './faults/bad-input.ts'
import { bulkKill } from './faults/bulk-kill.ts'
import { cluster } from './faults/cluster.ts'
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
import { move } from './faults/move.ts'
import { postgresOutage } from './faults/postgres-outage.ts'
import { powerCut } from './faults/power-cut.ts'
import { proxies } from './faults/proxies.ts'
import { races } from './faults/races.ts'
import { remoteBackup } from './faults/remote-backup.ts'
import { roleMatrix } from './faults/role-matrix.ts'
import { rollingUpgrade } from './faults/rolling-upgrade.ts'
import { signatures } from './faults/signatures.ts'
import { slowSockets } from './faults/slow-sockets.ts'
import { ssrf } from './faults/ssrf.ts'
import { storm } from './faults/storm.ts'
import { webhooks } from './faults/webhooks.ts'
import type { Figure } from './figure.ts'
import { runFigures } from './run-figures.ts'

const faults: readonly Figure[] = [
  {
    name: 'abuse',
    title: 'Strangers, hostile end-users and limited colleagues: every attack at full length',
    measure: abuse,
  },
  {
    name: 'hash-flood',
    title: 'Another tenant and the dashboard while one end-user logs in at full speed, against the same without him',
    measure: hashFlood,
  },
  {
    name: 'login-storm',
    title: 'Users who log in with the right password, all at once, with the limits that ship',
    measure: loginStorm,
  },
  {
    name: 'storm',
    title: '1,000 clients, with the intervals that ship, find their server again after an outage of 120 s',
    measure: storm,
  },
  {
    name: 'kill',
    title: 'kill -9 under load: every answered registration and session is there afterwards',
    measure: kill,
  },
  {
    name: 'stop',
    title: 'SIGTERM under load: no answer broken off, exit code 0 within 12 s, everything answered is there',
    measure: stop,
  },
  {
    name: 'power-cut',
    title:
      "Power cuts by replay: the real server's recorded writes and syncs, cut off at points all over the run, opened and " +
      'compared with what it had answered by then',
    needsLinux: true,
    measure: powerCut,
  },
  {
    name: 'disk-full',
    title: 'The disk fills up under the server: reads and logins go on, changes are refused, nothing answered is lost',
    needsLinux: true,
    measure: diskFull,
  },
  {
    name: 'backup',
    title: 'Backups of a server under load, each restored into a folder of its own and started',
    measure: backup,
  },
  {
    name: 'move',
    title: 'kill -9 at 50 random points of moves from SQLite to PostgreSQL and back, by default of a million rows',
    measure: move,
  },
  {
    name: 'remote-backup',
    title: 'kill -9 while a copy is written or uploaded to S3 storage: what is listed afterwards can be restored',
    measure: remoteBackup,
  },
  {
    name: 'locked',
    title: 'Another program locks the embedded database under load, for 3 s and for 30 s',
    measure: lockedDatabase,
  },
  {
    name: 'proxies',
    title: 'The proxy recipes over minutes: the stream of events without an event, and beats on one connection',
    needsLinux: true,
    measure: proxies,
  },
  {
    name: 'postgres-outage',
    title: 'PostgreSQL stopped 20 times for 30 s under load, and its connections cut every second for a minute',
    measure: postgresOutage,
  },
  {
    name: 'cluster',
    title:
      'Three servers behind HAProxy on a primary with a synchronous standby, one with a wrong clock, under load: kills, restarts, failovers, cut networks, then a rolling restart (MINUTES, default 30)',
    needsLinux: true,
    measure: cluster,
  },
  {
    name: 'rolling-upgrade',
    title:
      'Three servers of the last release (FROM: of a tag or commit) are upgraded in turn under load, then taken back',
    needsLinux: true,
    measure: rollingUpgrade,
  },
  {
    name: 'races',
    title: 'Many at once for one seat, one name, one machine, one token: exactly one wins',
    measure: races,
  },
  {
    name: 'hardware-lock',
    title: 'No sequence of public calls brings a locked user onto two machines',
    measure: hardwareLock,
  },
  {
    name: 'models',
    title: 'Whatever is done and whatever fails, the server is where a plain model of it is',
    measure: models,
  },
  {
    name: 'key-rotation',
    title: '50 rotations of an API key while 16 programs call with old and new keys',
    measure: keyRotation,
  },
  {
    name: 'last-owner',
    title: 'Two owners taken away at once, by every two of three ways: one of them always stays',
    measure: lastOwner,
  },
  {
    name: 'bulk-kill',
    title: 'Kill -9 in the middle of seven days more for 3,000 users, 25 times, then the undo',
    measure: bulkKill,
  },
  {
    name: 'idempotency',
    title: 'The same Idempotency-Key at once and after kill -9: one effect, and the first answer again',
    measure: idempotency,
  },
  {
    name: 'signatures',
    title: 'Signed answers against independent verifiers, changed characters and replays',
    measure: signatures,
  },
  {
    name: 'webhooks',
    title:
      '10,000 events to a receiver that fails 30 % and hangs 5 % of the time, 20 kills of the server, on SQLite and on PostgreSQL',
    measure: webhooks,
  },
  {
    name: 'ssrf',
    title: 'Webhooks aimed at this machine: addresses, spellings, names that change, redirects, endless answers',
    measure: ssrf,
  },
  {
    name: 'bad-input',
    title: 'Requests spoilt in every way, made from the contract: refused in one shape, no fault, no hang',
    measure: badInput,
  },
  {
    name: 'role-matrix',
    title: 'Every call by every one of the 128 sets of permissions and every role: let in and kept out as declared',
    measure: roleMatrix,
  },
  {
    name: 'slow-sockets',
    title: 'Connections that trickle or say nothing: all cut, while others are served',
    measure: slowSockets,
  },
  {
    name: 'hostile-network',
    title:
      'Twenty actions in a real browser while calls are delayed, doubled, lost and refused: no text lost, none twice',
    measure: hostileNetwork,
  },
]

process.exitCode = await runFigures('faults', faults, { areTimings: false })
