import { expect, test } from 'vitest'
import { urlWarnings } from './url-warnings.ts'

test('an address on the public net by https needs no word', () => {
  for (const url of [
    'https://example.com/hook',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://10.example.com/',
  ]) {
    expect(urlWarnings(url)).toEqual([])
  }
})

test('plain http is warned of', () => {
  expect(urlWarnings('http://example.com')).toEqual([expect.stringContaining('Not encrypted')])
})

test.each([
  'https://localhost:8080/hook',
  'https://127.1/',
  'https://2130706433/',
  'https://10.1.2.3',
  'https://172.31.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254/latest',
  'https://100.64.0.1',
  'https://nas.local',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
])('a private address is warned of: %s', (url) => {
  expect(urlWarnings(url)).toEqual([expect.stringContaining('WEBHOOK_ALLOW_CIDRS')])
})

test('what is no address yet is left to the server', () => {
  for (const url of ['', 'https:', 'example.com', 'not a url']) expect(urlWarnings(url)).toEqual([])
})
