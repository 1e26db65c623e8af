import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand } from './curl-command.ts'

const facts = { origin: 'http://localhost:3000', apiKey: 'ak_1', version: '1.0', username: 'ann', password: 'pw' }

test('a shell hands curl the very password, whatever characters it has', () => {
  const password = `it's "$HOME" \`id\` \\ üñ🎈`
  const command = curlCommand({ ...facts, password, hwid: 'pc' }).replace(/^curl/, 'printf "%s\\0"')
  const parts = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0')
  expect(JSON.parse(parts[parts.indexOf('-d') + 1] ?? '')).toEqual({
    username: 'ann',
    password,
    version: '1.0',
    hwid: 'pc',
  })
  expect(parts).toContain('X-API-Key: ak_1')
})

test('without a hardware id none is sent', () => {
  expect(curlCommand(facts)).toContain('{"username":"ann","password":"pw","version":"1.0"}')
})
