import fc from 'fast-check'

const name = fc.constantFrom('ada', 'bob', 'cyd', 'dan', 'eve', 'fay')
/** Index of a license, newest first; skipped when there is none. */
const at = fc.constantFrom(0, 0, 0, 1, 2)
const days = fc.integer({ min: 1, max: 40 })
const inDays = fc.constantFrom(-3, 1, 7, 30)
const maxUsers = fc.integer({ min: 1, max: 3 })
const start = fc.constantFrom('creation' as const, 'first_use' as const)
const existing = fc.constantFrom('skip' as const, 'update' as const)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const acts = {
  license: fc.record({ maxUsers, days, start }),
  changeLicense: fc.record({
    at,
    change: fc.oneof(fc.record({ maxUsers }), fc.record({ inDays }), fc.record({ isActive: fc.boolean() })),
  }),
  deleteLicense: fc.record({ at }),
  create: fc.record({ name, inDays: optional(inDays) }),
  register: fc.record({ name, at: optional(at) }),
  setExpiry: fc.record({ name, inDays: fc.option(inDays) }),
  deleteUser: fc.record({ name }),
  importUsers: fc.record({
    existing,
    /** A hundred invalid rows between two valid ones, so that each of the two is in its own batch. */
    isSpread: fc.boolean(),
    rows: fc.uniqueArray(
      fc.record({
        name,
        at: optional(at),
        inDays: fc.option(optional(inDays), { nil: null, freq: 3 }),
        hasPassword: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6, selector: (row) => row.name },
    ),
  }),
  importLicenses: fc.record({
    existing,
    at: optional(at),
    maxUsers,
    days,
    start,
    inDays: fc.option(optional(inDays), { nil: null, freq: 3 }),
  }),
  bulkUsers: fc.record({
    status: optional(fc.constantFrom('active' as const, 'expired' as const, 'paused' as const, 'banned' as const)),
    action: fc.oneof(
      fc.record({ type: fc.constantFrom('pause', 'resume', 'ban', 'unban', 'activate', 'deactivate', 'delete') }),
      fc.record({ type: fc.constant('set_expiry'), inDays: fc.option(inDays) }),
      fc.record({ type: fc.constant('add_days'), days: fc.constantFrom(-2, 5), isSkipping: fc.boolean() }),
    ),
  }),
  bulkLicenses: fc.record({
    status: optional(fc.constantFrom('active' as const, 'expired' as const, 'full' as const, 'inactive' as const)),
    action: fc.oneof(
      fc.record({ type: fc.constantFrom('activate', 'deactivate', 'delete') }),
      fc.record({ type: fc.constant('set_expiry'), inDays }),
      fc.record({ type: fc.constant('add_days'), days: fc.constantFrom(-2, 5), isSkipping: fc.boolean() }),
    ),
  }),
  /** Index of a change, newest first. */
  undo: fc.record({ back: fc.constantFrom(0, 0, 1, 2) }),
}
/** The arguments of each command. */
export type LicensingCommands = {
  readonly [A in keyof typeof acts]: (typeof acts)[A] extends fc.Arbitrary<infer P> ? P : never
}

const weights: Readonly<Partial<Record<keyof LicensingCommands, number>>> = {
  undo: 6,
  register: 3,
  importUsers: 3,
  bulkUsers: 3,
}

/** A command with its arguments. */
interface Act {
  readonly act: string
  readonly about: unknown
}

const act = (name: keyof LicensingCommands): fc.Arbitrary<Act> => {
  const about: fc.Arbitrary<unknown> = acts[name]
  return about.map((value) => ({ act: name, about: value }))
}

const anyAct = fc.oneof(
  ...(Object.keys(acts) as (keyof LicensingCommands)[]).map((name) => ({
    weight: weights[name] ?? 2,
    arbitrary: act(name),
  })),
)

const given = (name: keyof LicensingCommands, about: unknown) => fc.constant<Act>({ act: name, about })
/** Related commands, which random choice alone rarely brings together. */
const unsoldIsSold = fc.tuple(
  fc.record({ maxUsers, days, start: fc.constant('first_use') }).map((about) => ({ act: 'license', about })),
  inDays.map((inDays) => ({ act: 'changeLicense', about: { at: 0, change: { inDays } } })),
  name.map((name) => ({ act: 'register', about: { name, at: 0 } })),
  act('undo'),
)
const licenseIsLost = name.chain((name) =>
  fc.tuple(
    act('license'),
    given('register', { name, at: 0 }),
    inDays.map((inDays) => ({ act: 'setExpiry', about: { name, inDays } })),
    given('deleteLicense', { at: 0 }),
    act('undo'),
  ),
)

/** A sequence of at most this many commands. */
export const anyCommandSequence = (longest: number): fc.Arbitrary<Act[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: anyAct.map((each) => [each]) },
        { weight: 1, arbitrary: unsoldIsSold },
        { weight: 1, arbitrary: licenseIsLost },
      ),
      { minLength: 4, maxLength: longest, size: 'max' },
    )
    .map((parts) => parts.flat().slice(0, longest))
