import { z } from 'zod'
import { parseNetwork } from './lib/canonical.ts'
import { databaseAddresses } from './lib/database-addresses.ts'
import { parseProxies } from './lib/proxy-list.ts'

export const text = z.string()

export const publicUrl = text.transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const path = url && /^((?:\/[\w.~-]+)*)\/?$/.exec(url.pathname)?.[1]
  if (url && path !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`) {
    return { origin: url.origin, path }
  }
  context.addIssue('must be the address users type, like https://licenses.example.com')
  return z.NEVER
})

const maxHosts = 5

/** One of several hosts must be named; a single address may leave it out. */
function isPostgresUrl(value: string, needsHost: boolean): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return /^postgres(ql)?:$/.test(protocol) && !(needsHost && hostname === '')
}

export const databaseUrl = text
  .refine((value) => !/[?&]host=[^&]*(,|%2C)/i.test(value), {
    message: 'must name several hosts before the name of the database, like postgres://user@a:5432,b:5432/name',
    abort: true,
  })
  .refine((value) => databaseAddresses(value).length <= maxHosts, {
    message: `must name at most ${maxHosts} hosts`,
    abort: true,
  })
  .refine((value) => databaseAddresses(value).every((each, _, { length }) => isPostgresUrl(each, length > 1)), {
    message: 'must look like postgres://user:password@host:5432/name',
    abort: true,
  })
  .refine(
    (value) => /[?&]target_session_attrs=(?!read-write(?:[&#]|$))/.test(value) === false,
    'may have no other target_session_attrs than read-write',
  )

export const smtpUrl = text.refine(
  (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
  'must look like smtp://user:password@mail.example.com:587 or smtps://…',
)

export const trustProxy = text.transform((value, context) => {
  const { networks, problems } = parseProxies(value)
  for (const problem of problems) context.addIssue(problem)
  return networks
})

export const providerUrl = text.refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname))
}, 'must be an https address (http on this machine alone)')

export const allowedNetworks = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim())
  const networks = parts.filter((part) => part !== '').map(parseNetwork)
  if (networks.every((network) => network !== undefined)) return networks
  context.addIssue('must hold IP addresses or networks like 10.0.0.0/8, separated by commas')
  return z.NEVER
})

export const factor = text
  .refine((value) => /^\d{1,6}(\.\d{1,6})?$/.test(value) && Number(value) > 0, 'must be a number above 0')
  .transform(Number)

export const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

export const wholeNumber = (from: number, to: number) =>
  text
    .refine(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .transform(Number)

export const limitScale = text
  .refine((value) => /^\d{1,6}(\.\d{1,3})?$/.test(value) && Number(value) > 0, 'must be a number above 0')
  .transform(Number)

export const longSecret = text
  .min(32, 'must be at least 32 characters')
  .max(512, 'must be at most 512 characters')
  .regex(/^[!-~]*$/, 'must be printable ASCII without spaces')

/** A variable of the environment. */
export interface Setting {
  readonly schema: z.ZodType<unknown, string>
  readonly fallback?: string
  /** May also be read from the file named by the variable with the suffix _FILE. */
  readonly isSecret?: true
  readonly meaning: string
}

/** Shown on pages, in metrics and in logs. */
export const nodeName = text.regex(/^[\w.-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, hyphens or underscores')

export const everyHours = wholeNumber(0, 168)

export const keepRule = text.transform((value, context) => {
  const [, recent = 0, weeks = 0, months = 0] = (/^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(value) ?? []).map(Number)
  if (recent > 0) return { recent, weeks, months }
  context.addIssue('must be three whole numbers like 7,4,6, the first at least 1')
  return z.NEVER
})

export const bucketUrl = text
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
  }, 'must be an address with a bucket, like https://s3.example.com/bucket')
  .transform((value) => value.replace(/\/+$/, ''))
