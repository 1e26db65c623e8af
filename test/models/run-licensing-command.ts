import { expect } from 'vitest'
import type { BulkLine } from '../../src/shared/contract/bulk.ts'
import type { TestAccount } from '../harness/create-test-app.ts'
import { importFile, ndjsonLines } from '../harness/import-file.ts'
import { password, type World } from '../harness/world.ts'
import { addDays, type Change, type LicensingModel, neverMs, setTo } from './licensing.ts'
import type { LicensingCommands } from './licensing-commands.ts'

const dayMs = 86_400_000

/** An application and its expected contents. */
export interface LicensingRun {
  readonly world: World
  readonly model: LicensingModel
  /** Signed in again after every wait. */
  readonly maker: TestAccount
  readonly nowMs: number
}

/** The server could not write: nothing was changed, and the model is left as it is. */
class Refused extends Error {}

/** Runs a command on the application and on the model and compares the results. */
export async function runLicensingCommand(
  stage: LicensingRun,
  { act, about }: { readonly act: string; readonly about: unknown },
) {
  const player = runners[act as keyof LicensingCommands] as (stage: LicensingRun, about: unknown) => Promise<void>
  await player(stage, about).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}

const runners: {
  readonly [A in keyof LicensingCommands]: (stage: LicensingRun, about: LicensingCommands[A]) => Promise<void>
} = {
  async license(stage, { maxUsers, days: validityDays, start: validityStart }) {
    const body = { maxUsers, validityDays, validityStart }
    const made = await ok<{ id: number; licenseKey: string }>(stage, 'POST', '/licenses', body)
    addLicense(stage, { ...made, maxUsers, days: validityDays }, validityStart === 'creation')
  },
  async changeLicense(stage, { at, change }) {
    const license = pick(stage, at)
    if (!license) return
    const expires = 'inDays' in change ? stage.nowMs + change.inDays * dayMs : undefined
    const body = expires === undefined ? change : { expiresAt: iso(expires) }
    const answer = await call<{ undoId?: string }>(stage, 'PATCH', `/licenses/${license.id}`, body)
    const isBelow = 'maxUsers' in change && change.maxUsers < stage.model.seatsTaken(license.id)
    expect(answer.status).toBe(isBelow ? 409 : 200)
    if (isBelow) return
    if (expires === undefined) Object.assign(license, change)
    else one(stage, 'license', license, { expires }, answer.body.undoId)
  },
  async deleteLicense(stage, { at }) {
    const license = pick(stage, at)
    if (!license) return
    await ok(stage, 'DELETE', `/licenses/${license.id}`)
    stage.model.deleteLicense(license.id, stage.nowMs)
  },
  async create(stage, { name, inDays }) {
    const expires = inDays === undefined ? null : stage.nowMs + inDays * dayMs
    const body = { username: name, password, ...(expires !== null && { expiresAt: iso(expires) }) }
    const answer = await call<{ id: number }>(stage, 'POST', '/users', body)
    expect(answer.status).toBe(stage.model.userOf(name) ? 409 : 200)
    if (answer.status === 200) addUser(stage, { id: answer.body.id, name, expires, license: null })
  },
  async register(stage, { name, at }) {
    const license = at === undefined ? undefined : pick(stage, at)
    const { status, body } = await stage.world.register({
      username: name,
      ...(license && { license_key: license.key }),
    })
    if (status === 503) return
    if (stage.model.userOf(name)) return
    const isOpen = license === undefined || stage.model.licensesWith('active', stage.nowMs).includes(license)
    expect(body.success).toBe(isOpen)
    if (!isOpen) return
    addUser(stage, { id: Number(body.user_id), name, expires: null, license: license?.id ?? null })
  },
  async setExpiry(stage, { name, inDays }) {
    const user = stage.model.userOf(name)
    if (!user) return
    const expires = inDays === null ? null : stage.nowMs + inDays * dayMs
    const body = { expiresAt: expires === null ? null : iso(expires) }
    const { undoId } = await ok<{ undoId?: string }>(stage, 'PUT', `/users/${user.id}`, body)
    one(stage, 'user', user, { expires }, undoId)
  },
  async deleteUser(stage, { name }) {
    const user = stage.model.userOf(name)
    if (!user) return
    await ok(stage, 'DELETE', `/users/${user.id}`)
    stage.model.deleteUsers([user.id])
  },
  async importUsers(stage, { existing, isSpread, rows }) {
    const told: string[] = []
    const lines = rows.map((row) => {
      const license = row.at === undefined ? undefined : pick(stage, row.at)
      const expires =
        row.inDays === null ? null : row.inDays === undefined ? undefined : stage.nowMs + row.inDays * dayMs
      told.push(expectedOfUser(stage, { ...row, expires, license: license?.id ?? null }, existing))
      const expiry = expires === null ? 'never' : expires === undefined ? '' : iso(expires)
      return `${row.name},${row.hasPassword ? password : ''},${license?.key ?? ''},${expiry}`
    })
    const between = isSpread ? `\n${',,,no date\n'.repeat(100)}` : '\n'
    const file = `username,password,license_key,expires_at\n${lines.join(between)}\n`
    const { rows: reported } = await read(stage, 'users', file, existing)
    const byName = reported.filter(({ name }) => name !== '')
    expect(byName.map(({ result }) => result)).toEqual(told)
    for (const user of stage.model.users) {
      // the response has no IDs: they are looked up by name
      if (user.id < 0) Object.assign(user, { id: await idOf(stage, user.name) })
    }
  },
  async importLicenses(stage, { existing, at, maxUsers, days, start, inDays }) {
    const license = at === undefined ? undefined : pick(stage, at)
    const expires = inDays === null ? neverMs : inDays === undefined ? undefined : stage.nowMs + inDays * dayMs
    const key = license?.key ?? `FILE-${stage.world.applicationId}-${stage.model.operations.length}-${Math.random()}`
    const expiry = inDays === null ? 'never' : expires === undefined ? '' : iso(expires)
    const file = `license_key,max_users,validity_days,validity_start,expires_at\n${key},${maxUsers},${days},${start},${expiry}\n`
    const { rows } = await read(stage, 'licenses', file, existing)
    const result = rows[0]?.result
    if (!license) {
      expect(result).toBe('new')
      const found = await stage.world.stores.licenses.findByKey(stage.world.applicationId, key)
      addLicense(stage, { id: found?.id ?? 0, licenseKey: key, maxUsers, days }, start === 'creation', expires)
      return
    }
    const isSame = license.maxUsers === maxUsers && (expires === undefined || license.expires === expires)
    const isBelow = maxUsers < stage.model.seatsTaken(license.id)
    expect(result).toBe(existing === 'skip' ? 'skipped' : isBelow ? 'wrong' : isSame ? 'unchanged' : 'changed')
    if (result === 'changed') Object.assign(license, { maxUsers, ...(expires !== undefined && { expires }) })
  },
  async bulkUsers(stage, { status, action }) {
    await bulk(stage, 'user', status, stage.model.usersWith(status, stage.nowMs), action)
  },
  async bulkLicenses(stage, { status, action }) {
    await bulk(stage, 'license', status, stage.model.licensesWith(status, stage.nowMs), action)
  },
  async undo(stage, { back }) {
    const operation = stage.model.operations.at(-1 - back)
    if (!operation) return
    const { status, body } = await call(stage, 'POST', `/operations/${operation.id}/undo`)
    expect(status).toBe(operation.isUndone ? 409 : 200)
    if (status === 200) expect(body).toEqual(stage.model.undo(operation))
  },
}

interface BulkAction {
  readonly type: string
  readonly inDays?: number | null
  readonly days?: number
  readonly isSkipping?: boolean
}

/** Previews, then runs; compares both results. */
async function bulk(
  stage: LicensingRun,
  entity: 'user' | 'license',
  status: string | undefined,
  rows: readonly LicensingModel['users'][number][] | readonly LicensingModel['licenses'][number][],
  { type, inDays, days, isSkipping = false }: BulkAction,
) {
  const { model, nowMs } = stage
  const expires = inDays == null ? null : nowMs + inDays * dayMs
  const action = {
    type,
    ...(type === 'set_expiry' && { expiresAt: expires === null ? null : iso(expires) }),
    ...(type === 'add_days' && { days, expired: isSkipping ? 'skip' : 'from_now' }),
  }
  const asked = { selection: { filter: { ...(status && { status }) } }, action }
  const looked = await ok<{ total: number; changing: number; token: string }>(
    stage,
    'POST',
    `/${entity}s/bulk/preview`,
    asked,
  )
  expect(looked.total).toBe(rows.length)
  const { text } = await call(stage, 'POST', `/${entity}s/bulk`, { ...asked, token: looked.token })
  const end = ndjsonLines<BulkLine>(text).at(-1)
  if (end?.type !== 'end') throw new Error(text)
  if (end.failed > 0) {
    expect(end).toMatchObject({ changed: 0, failed: rows.length, canUndo: false, message: expect.any(String) })
    return
  }
  let changed = rows.length
  if (type !== 'delete') {
    const change = type === 'add_days' ? addDays(days ?? 0, isSkipping) : setTo(fixed[type] ?? { expires })
    changed = model.changeMany(end.operationId, entity, rows, change, nowMs)
  } else if (entity === 'user') model.deleteUsers(rows.map(({ id }) => id))
  else for (const { id } of [...rows]) model.deleteLicense(id, nowMs)
  expect(looked.changing).toBe(changed)
  expect(end).toMatchObject({ total: rows.length, changed, unchanged: rows.length - changed, skipped: 0, failed: 0 })
}

const fixed: Readonly<Record<string, Parameters<typeof setTo>[0]>> = {
  pause: { isPaused: true },
  resume: { isPaused: false },
  ban: { isBanned: true },
  unban: { isBanned: false },
  activate: { isActive: true },
  deactivate: { isActive: false },
}

/** The result of one row of the file; the model is updated with it. */
function expectedOfUser(
  stage: LicensingRun,
  row: { name: string; expires: number | null | undefined; license: number | null; hasPassword: boolean },
  existing: 'skip' | 'update',
): string {
  const { model } = stage
  const user = model.userOf(row.name)
  if (user && existing === 'skip') return 'skipped'
  if (user) {
    if (row.expires === undefined || row.expires === user.expires) return 'unchanged'
    user.expires = row.expires
    return 'changed'
  }
  const license = model.licenseOf(row.license)
  if (license && model.seatsTaken(license.id) >= license.maxUsers) return 'wrong'
  const { name, license: held, hasPassword: isActive } = row
  addUser(stage, { id: -1, name, expires: row.expires ?? null, license: held }, isActive)
  return 'new'
}

function addUser(
  { model, nowMs }: LicensingRun,
  user: { id: number; name: string; expires: number | null; license: number | null },
  isActive = true,
) {
  model.begin(model.licenseOf(user.license), nowMs)
  model.users.push({ ...user, isActive, isPaused: false, isBanned: false })
}

function addLicense(
  { model, nowMs }: LicensingRun,
  made: { id: number; licenseKey: string; maxUsers: number; days: number },
  isOfCreation: boolean,
  expires?: number,
) {
  const { id, licenseKey: key, maxUsers, days } = made
  const end = expires ?? (isOfCreation ? nowMs + days * dayMs : null)
  model.licenses.push({ id, key, maxUsers, days, expires: end, isActive: true })
}

/** A manual change of one row, which can be undone when it changed anything. */
function one(
  { model, nowMs }: LicensingRun,
  entity: 'user' | 'license',
  row: LicensingModel['users'][number] | LicensingModel['licenses'][number],
  wanted: { expires: number | null },
  undoId: string | undefined,
) {
  expect(undoId !== undefined).toBe(row.expires !== wanted.expires)
  const change: Change = setTo(wanted)
  if (undoId !== undefined) model.changeMany(undoId, entity, [row], change, nowMs)
}

const pick = ({ model }: LicensingRun, at: number) => model.licenses.at(-1 - (at % Math.max(model.licenses.length, 1)))

const iso = (ms: number) => new Date(ms).toISOString()

async function call<T>({ maker, world }: LicensingRun, method: string, path: string, body?: unknown) {
  const answer = await maker.api<T>(method, world.base + path, body)
  if (answer.status === 503) throw new Refused(answer.text)
  return answer
}

async function ok<T>(stage: LicensingRun, method: string, path: string, body?: unknown): Promise<T> {
  const { status, body: said, text } = await call<T>(stage, method, path, body)
  if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
  return said
}

/** A dry run first: its result is the result of the import. */
async function read(
  { world, maker }: LicensingRun,
  kind: 'users' | 'licenses',
  file: string,
  existing: 'skip' | 'update',
) {
  const sent = (dryRun: string) =>
    importFile(world.test, maker, world.applicationId, { kind, format: 'csv', existing, dryRun }, file)
  const tried = await sent('true')
  const answer = await sent('false')
  expect(answer.end.message).toBeUndefined()
  expect(tried.rows).toEqual(answer.rows)
  return answer
}

const idOf = async ({ world }: LicensingRun, username: string) =>
  (await world.stores.appUsers.findByName(world.applicationId, username))?.id
