import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type VerificationLanguage, verificationCode } from './verification-code.ts'

const run = promisify(execFile)
const isThere = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

interface Runner {
  readonly file: string
  /** What is written behind the shown code: reads secret, id, timestamp, signatures and body, prints yes or no. */
  readonly main: string
  readonly needs: readonly string[]
  readonly build?: (folder: string) => Promise<unknown>
  readonly start: (folder: string) => readonly [string, ...string[]]
}

const runners: Readonly<Record<VerificationLanguage, Runner>> = {
  node: {
    file: 'verify.mjs',
    main: `const [secret, id, timestamp, signatures, body] = process.argv.slice(2)
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }
      process.stdout.write(verify(secret, headers, body) ? 'yes' : 'no')`,
    needs: [process.execPath, '--version'],
    start: (folder) => [process.execPath, join(folder, 'verify.mjs')],
  },
  python: {
    file: 'verify.py',
    main: `
import sys
secret, message_id, timestamp, signatures, body = sys.argv[1:]
headers = {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signatures}
sys.stdout.write("yes" if verify(secret, headers, body.encode()) else "no")
`,
    needs: ['python3', '--version'],
    start: (folder) => ['python3', join(folder, 'verify.py')],
  },
  php: {
    file: 'verify.php',
    main: `[, $secret, $id, $timestamp, $signatures, $body] = $argv;
      $headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signatures];
      echo verify($secret, $headers, $body) ? 'yes' : 'no';`,
    needs: ['php', '--version'],
    start: (folder) => ['php', join(folder, 'verify.php')],
  },
  csharp: {
    file: 'verify.cs',
    main: `public static class Program { public static void Main(string[] a) {
      System.Console.Write(KeywrightWebhook.Verify(a[0], a[1], a[2], a[3], a[4]) ? "yes" : "no"); } }`,
    needs: ['mcs', '--version'],
    build: (folder) => run('mcs', [`-out:${join(folder, 'verify.exe')}`, join(folder, 'verify.cs')]),
    start: (folder) => ['mono', join(folder, 'verify.exe')],
  },
  cpp: {
    file: 'verify.cpp',
    main: `#include <cstdio>
      int main(int, char** a) { std::fputs(verify(a[1], a[2], a[3], a[4], a[5]) ? "yes" : "no", stdout); }`,
    needs: ['pkg-config', '--exists', 'libcrypto'],
    build: (folder) => run('g++', ['-o', join(folder, 'verify'), join(folder, 'verify.cpp'), '-lcrypto']),
    start: (folder) => [join(folder, 'verify')],
  },
}

const generated = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
const body = '{"type":"user_login","data":{"user":"Zoë \\"x\\""}}'
const id = 'msg_0190b8c4-3a1e-7000-8000-000000000001'

describe.each(Object.entries(runners) as [VerificationLanguage, Runner][])(
  'the shown check of a delivery in %s',
  async (language, { file, main, needs, build, start }) => {
    const [program = '', ...args] = needs
    const hasLanguage = await isThere(program, ...args)
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'keywright-verify-'))
      await writeFile(join(folder, file), `${verificationCode[language]}\n${main}`)
      if (hasLanguage) await build?.(folder)
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const verify = async (secret: string, sent: readonly [string, string, string, string]) => {
      const [command, ...fixed] = start(folder)
      return (await run(command, [...fixed, secret, ...sent])).stdout
    }

    it.skipIf(!hasLanguage)(
      'takes what was signed with the secret, and nothing else',
      async () => {
        const now = new Date()
        const timestamp = String(Math.floor(now.getTime() / 1000))
        const signature = new Webhook(generated).sign(id, now, body)
        const own = new Webhook('my own words', { format: 'raw' }).sign(id, now, body)
        const old = new Date(now.getTime() - 400_000)
        const oldTimestamp = String(Math.floor(old.getTime() / 1000))
        expect(await verify(generated, [id, timestamp, signature, body])).toBe('yes')
        expect(await verify('my own words', [id, timestamp, own, body])).toBe('yes')
        expect(await verify(generated, [id, timestamp, `v1,AAAA ${signature}`, body])).toBe('yes')
        expect(await verify(generated, [id, timestamp, signature, `${body} `])).toBe('no')
        expect(await verify(generated, [`${id}x`, timestamp, signature, body])).toBe('no')
        expect(await verify('my own words', [id, timestamp, signature, body])).toBe('no')
        expect(await verify(generated, [id, oldTimestamp, new Webhook(generated).sign(id, old, body), body])).toBe('no')
        expect(await verify(generated, [id, 'soon', signature, body])).toBe('no')
      },
      60_000,
    )
  },
)
