import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { clientIp } from './client-ip.ts'

const from = (ip: string, remoteAddress: string | undefined = '192.0.2.1') =>
  clientIp({ ip, socket: { remoteAddress } as FastifyRequest['socket'] })

describe("a caller's address", () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:c633:6407', '198.51.100.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['FE80:0::1%25', 'fe80::1'],
  ])('%s has one spelling: %s', (claimed, counted) => {
    expect(from(claimed)).toBe(counted)
    expect(from('no address', claimed)).toBe(counted)
  })

  it.each([
    '',
    'abc',
    '<script>alert(1)</script>',
    '198.51.100.7:80',
    '[::1]',
    '198.51.100.07',
    '0x7f.1',
    '2130706433',
  ])("claimed as %j is the socket's", (claimed) => {
    expect(from(claimed)).toBe('192.0.2.1')
  })

  it('is all zeros where the socket is gone', () => {
    expect(from('abc', '')).toBe('0.0.0.0')
  })
})

/** The address as Fastify reports it; behind a proxy it may be any text from a forged header. */
const rawReads = [/\brequest\s*\??\.\s*ips?\b/, /\brequest\s*(\?\.)?\[\s*['"`]ips?\b/, /['"`]x-forwarded-for['"`]/]

const readsRaw = (source: string) => rawReads.some((read) => read.test(source))

describe("the source's reads of an address", () => {
  it.each(['request.ip', 'request?.ip', "request['ip']", 'request.ips[0]', "headers['x-forwarded-for']"])(
    'as %s would be found',
    (read) => expect(readsRaw(`const address = ${read}`)).toBe(true),
  )

  it('stand in client-ip.ts alone', () => {
    const folder = fileURLToPath(new URL('../', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    expect(files.length).toBeGreaterThan(200)
    const code = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    expect(files.filter((file) => readsRaw(code(file)))).toEqual([join('http', 'client-ip.ts')])
  })
})
