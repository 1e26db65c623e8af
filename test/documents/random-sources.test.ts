import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { newTotpSecret } from '../../src/server/accounts/totp.ts'
import {
  newApiKey,
  newLicenseKey,
  newManagementToken,
  newRecoveryCode,
  newSessionToken,
  randomToken,
} from '../../src/server/lib/tokens.ts'
import { readFromRoot, root } from './repository-files.ts'

/** Sources that are predictable, or have fewer than 128 bits (a UUID has 122), by language. */
const weak =
  /Math\.random|randomUUID|uuidv?[47]|\bpseudoRandomBytes|\bmt_rand|\blcg_value|\buniqid\(|[^_]\brand\(|\brandom\.(random|uniform|randint|choice|getrandbits)|\buuid\.uuid|Guid\.NewGuid|new Random\(|std::mt19937|std::default_random_engine|\bsrand\(/g

/** Accepted uses of weak sources, with the reason why guessing does no harm. */
const harmless: readonly (readonly [file: string, source: string, times: number, why: string])[] = [
  ['src/server/events/webhooks/open-webhooks.ts', 'Math.random', 1, 'spreads the tries of webhooks'],
  ['src/server/events/live-bus.ts', 'randomUUID', 1, 'tells two runs of a server apart, shown to every page'],
  ['src/server/events/nodes.ts', 'randomUUID', 1, 'tells two starts of servers apart, shown to owners'],
  ['src/server/events/live-relay.ts', 'randomUUID', 1, 'tells two nodes apart'],
  ['src/server/db/postgres-channel.ts', 'randomUUID', 1, 'a ping that a server sends itself'],
  ['src/server/lib/message-id.ts', 'uuidv7', 1, 'the id of a message, which its receiver is shown'],
  ['src/server/http/request-id.ts', 'uuidv7', 1, 'the id of a request, which its sender is shown'],
  [
    'src/server/features/bulk/start-operation.ts',
    'uuidv7',
    3,
    'the id of a preview; what may not be guessed is its signature',
  ],
  ...['bulk/delete-license.ts', 'imports/start-import.ts'].map(
    (file) =>
      [
        `src/server/features/${file}`,
        'uuidv7',
        3,
        'the id of a change, which opens nothing without the right to it',
      ] as const,
  ),
  ['demo/simulated-shop.ts', 'randomUUID', 2, 'the id of a message that the demo sends itself'],
  ['src/server/store/undo/operation-list.ts', 'randomUUID', 2, 'tells two lists of rows apart; no caller names one'],
  [
    'src/server/store/undo/undo-snapshot.ts',
    'uuidv7',
    3,
    'the id of a change, which opens nothing without the right to it',
  ],
  ['clients/node/keywright.mjs', 'Math.random', 1, 'spreads the calls of many programs'],
  ['clients/php/Keywright.php', 'mt_rand', 1, 'as above'],
  ['clients/python/keywright.py', 'random.uniform', 6, 'as above'],
  ['clients/cpp/keywright.hpp', 'std::mt19937', 1, 'as above'],
  ['clients/csharp/Keywright.cs', 'new Random(', 2, 'as above'],
  ['clients/csharp/Keywright.cs', 'Guid.NewGuid', 2, 'the seed of that'],
  ['clients/management/typescript/src/send-repeatedly.ts', 'Math.random', 1, 'spreads repeated calls'],
  ['clients/management/typescript/src/index.ts', 'randomUUID', 1, 'tells calls of one token apart'],
  ['clients/management/python/src/keywright_management/transport.py', 'random.random', 1, 'spreads repeated calls'],
  ['clients/management/python/src/keywright_management/transport.py', 'uuid.uuid', 1, 'tells calls of one token apart'],
  ['clients/mcp/src/server-calls.ts', 'randomUUID', 1, 'tells calls of one token apart'],
]

/** Random bytes where fewer than 16 are drawn, and why that is enough. */
const few: readonly string[] = [
  'src/server/lib/secrets.ts nonceBytes = 12: the nonce of AES-GCM, which is no secret',
  'src/server/lib/secrets.ts 6: the name of a file that lives for a moment',
  'src/server/lib/passwords/passwords.ts bytes: 16 and 32, of a hash that no password has',
  'src/server/lib/passwords/password-hash.ts bytes: as above',
  'src/server/lib/tokens.ts length - text.length: as many letters as a key still lacks',
  'src/server/lib/tokens.ts bytes: 32 unless said otherwise, and nobody says so',
]

const folders = [
  'src/**/*.{ts,tsx}',
  'demo/*.ts',
  'clients/{cpp,csharp,go,java,javascript,node,php,python,rust}/*.{cpp,hpp,cs,go,java,mjs,php,py,rs}',
  'clients/{management,mcp}/**/*.{ts,py}',
]

async function sources(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const pattern of folders) {
    for await (const file of glob(pattern, { cwd: root })) {
      if (!/\.test\.tsx?$/.test(file)) files.set(file, readFromRoot(file))
    }
  }
  return files
}

describe('what must not be guessed', () => {
  it('comes from no source that can be foretold: server, dashboard, demo and every sample', async () => {
    const files = await sources()
    expect(files.size).toBeGreaterThan(300)
    for (const sample of ['clients/node/keywright.mjs', 'clients/csharp/Keywright.cs'])
      expect(files.has(sample)).toBe(true)
    const used = new Map<string, number>()
    for (const [file, text] of files) {
      for (const [source] of text.matchAll(weak)) {
        const key = `${file} ${source.trim()}`
        used.set(key, (used.get(key) ?? 0) + 1)
      }
    }
    expect([...used].sort()).toEqual(harmless.map(([file, source, times]) => [`${file} ${source}`, times]).sort())
  })

  it.each(['Math.random()', 'crypto.randomUUID()', 'mt_rand()', 'random.choice(x)', 'Guid.NewGuid()', '= rand()'])(
    'a source that can be foretold is found: %s',
    (text) => {
      expect(text.match(weak)).toHaveLength(1)
    },
  )

  it('has sixteen random bytes at least wherever bytes are drawn', async () => {
    const short: string[] = []
    let places = 0
    for (const [file, text] of await sources()) {
      for (const [, size = ''] of text.matchAll(/\brandomBytes\(([^)]*)\)/g)) {
        const constant = new RegExp(`const ${size} = (\\d+)`).exec(text)?.[1]
        const bytes = Number(constant ?? size)
        places += 1
        if (!(bytes >= 16)) short.push(`${file} ${constant === undefined ? size : `${size} = ${constant}`}`)
      }
      for (const [, size = ''] of text.matchAll(/\brandomToken\(([^)]*)\)/g)) {
        const constant = new RegExp(`const ${size} = (\\d+)`).exec(text)?.[1]
        if (size !== '' && !size.startsWith('bytes = 32') && !(Number(constant ?? size) >= 16))
          short.push(`${file} randomToken(${size})`)
      }
    }
    expect(places).toBeGreaterThan(8)
    const known = few.map((line) => line.split(':')[0])
    expect(short.filter((line) => !known.includes(line))).toEqual([])
  })

  it.each([
    ['an API key', 256, () => newApiKey().slice(3, 46), 62],
    ['a management token', 256, () => newManagementToken().slice(4, 47), 62],
    ['a token of cookies and links', 256, () => randomToken(), 64],
    ['a session token that the server makes', 128, () => newSessionToken(new Date(0)).slice(5, 37), 16],
    ['the secret of an authenticator app', 160, () => newTotpSecret(), 32],
  ])('%s has %i bits', (_name, bits, make, letters) => {
    const made = Array.from({ length: 200 }, make)
    expect(new Set(made).size).toBe(200)
    // Each place takes different letters: nothing of it is fixed.
    const length = made[0]?.length ?? 0
    for (let place = 0; place < length; place += 1) {
      expect(new Set(made.map((text) => text.charAt(place))).size, `place ${place}`).toBeGreaterThan(2)
    }
    expect(Math.floor(length * Math.log2(letters))).toBeGreaterThanOrEqual(bits)
  })

  it('is shorter only where people type it, and then limits stand before it: 100 bits of a license key, 50 of a recovery code', () => {
    expect(newLicenseKey()).toMatch(/^KW(-[0-9A-HJKMNP-TV-Z]{5}){4}$/)
    expect(newRecoveryCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  })
})
