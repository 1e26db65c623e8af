import { createHmac } from 'node:crypto'
import { type ComponentName, componentNames } from '../../shared/constants.ts'
import { isPlaceholderHwid } from './canonical.ts'

/** What a computer is made of, as salted hashes by name: a difference says that a part has changed, not what it is. */
export type HardwareComponents = Readonly<Partial<Record<ComponentName, string>>>

export type SentComponents = Readonly<Partial<Record<ComponentName, string | undefined>>>

/** As stored: equal components are equal texts. */
export const componentsText = (components: HardwareComponents): string =>
  JSON.stringify(Object.fromEntries(namesOf(components).map((name) => [name, components[name]])))

export const componentsOf = (text: string | null): HardwareComponents | null =>
  text === null ? null : (JSON.parse(text) as HardwareComponents)

/** In the one order. */
export const namesOf = (components: HardwareComponents): ComponentName[] =>
  componentNames.filter((name) => components[name] !== undefined)

/**
 * Without those that many computers have: what vendors leave in place of a name or number, as far as the program salts as
 * the samples do. Undefined: none is left.
 */
export function usefulComponents(
  applicationId: number,
  sent: SentComponents | undefined,
): HardwareComponents | undefined {
  if (!sent) return undefined
  const worthless = worthlessOf(applicationId)
  const useful = componentNames.flatMap((name) => {
    const value = sent[name]
    return value === undefined || isPlaceholderHwid(value) || worthless.has(`${name} ${value}`) ? [] : [[name, value]]
  })
  return useful.length === 0 ? undefined : (Object.fromEntries(useful) as HardwareComponents)
}

/** As clients normalize them: trimmed, in lower case. A board is vendor, name and product. */
const placeholders = [
  ...['', 'to be filled by o.e.m.', 'default string', 'system product name', 'system serial number', 'oem', 'o.e.m.'],
  ...[
    'not specified',
    'not applicable',
    'not available',
    'none',
    'null',
    'undefined',
    'unknown',
    'n/a',
    'uninitialized',
  ],
  ...['0', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00:00:00:00:00:00'],
  ...['03000200-0400-0500-0006-000700080009', '02:00:00:00:00:00', '0123456789', '123456789', '1234567890', 'default'],
].flatMap((text) => [text, [text, text, text].join('|')])

/** Hashing some hundred texts takes a millisecond: the applications whose programs send components keep theirs. */
const maxApplications = 1000
const worthlessByApplication = new Map<number, ReadonlySet<string>>()

function worthlessOf(applicationId: number): ReadonlySet<string> {
  const known = worthlessByApplication.get(applicationId)
  if (known) return known
  if (worthlessByApplication.size >= maxApplications) worthlessByApplication.clear()
  const hashed = componentNames.flatMap((name) =>
    placeholders.map((text) => `${name} ${componentHash(`keywright-app-${applicationId}`, name, text)}`),
  )
  const worthless = new Set(hashed)
  worthlessByApplication.set(applicationId, worthless)
  return worthless
}

/** A component as clients send it; `text` is normalized. */
export const componentHash = (salt: string, name: ComponentName, text: string): string =>
  createHmac('sha256', `hwid-v1:${salt}`).update(`${name}:${text}`).digest('hex').slice(0, 32)
