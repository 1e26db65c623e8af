import { StatementSync } from 'node:sqlite'
import pg from 'pg'

/**
 * Preloaded into a server: it is killed at a chosen statement, as by `kill -9`. Counts from the first statement on that
 * has the text of KILL_FROM among its values. KILL_BEFORE and KILL_AFTER are patterns; the statement of the latter has
 * been run.
 */
const { KILL_FROM: from = '', KILL_BEFORE, KILL_AFTER } = process.env
const before = KILL_BEFORE ? new RegExp(KILL_BEFORE, 'i') : undefined
const after = KILL_AFTER ? new RegExp(KILL_AFTER, 'i') : undefined
let isArmed = false

function die() {
  process.kill(process.pid, 'SIGKILL')
  // the signal has no time to arrive otherwise
  for (;;);
}

/** Whether this is the statement after which to end. */
function see(text, values) {
  isArmed ||= Array.isArray(values) && JSON.stringify(values).includes(from)
  if (isArmed && before?.test(text)) die()
  return isArmed && after?.test(text)
}

for (const name of ['run', 'get', 'all']) {
  const original = StatementSync.prototype[name]
  StatementSync.prototype[name] = function (...values) {
    const isLast = see(this.sourceSQL, values)
    const result = original.apply(this, values)
    if (isLast) die()
    return result
  }
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...rest) {
  const isLast = see(config?.text ?? String(config), config?.values ?? rest[0])
  const done = rest.at(-1)
  if (isLast && typeof done === 'function') rest[rest.length - 1] = () => die()
  const result = query.call(this, config, ...rest)
  if (isLast && typeof done !== 'function') void Promise.resolve(result).then(die)
  return result
}
