import { describe, expect, test } from 'vitest'
import { parseProxies } from './proxy-list.ts'

describe('the list of trusted proxies', () => {
  test('takes addresses and networks of both families', () => {
    const list = '127.0.0.1, 10.0.0.0/8,::1 ,fd00::/8,'
    expect(parseProxies(list)).toEqual({ networks: ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'], problems: [] })
  })

  test('is empty when nothing is named', () => {
    expect(parseProxies('')).toEqual({ networks: [], problems: [] })
  })

  test.each([
    'true',
    'TRUE',
    '*',
    '1',
    '0',
    '2',
    '0.0.0.0/0',
    '::/0',
    '0x7f.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    'proxy',
    '10.0.0.0/8/8',
  ])('refuses %s with the reason', (entry) => {
    const { networks, problems } = parseProxies(`10.0.0.1,${entry}`)
    expect(networks).toEqual(['10.0.0.1'])
    expect(problems).toHaveLength(1)
  })
})
