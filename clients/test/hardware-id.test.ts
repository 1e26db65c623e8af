import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { hardwareId } from '../node/client.mjs'

const vectors = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8')) as {
  hwid: { salt: string; machineId: string; hwid: string }[]
  worthlessMachineIds: string[]
}

describe('the hardware id of the Node.js sample', () => {
  test.for(vectors.hwid)('is the same as in every other language: $salt $hwid', ({ salt, machineId, hwid }) => {
    expect(hardwareId(machineId, salt)).toBe(hwid)
  })

  test.for(vectors.worthlessMachineIds)('falls back to the name of the computer when the machine id is %j', (id) => {
    expect(hardwareId(id, 'keywright-app-7')).toBe(`HWID-FALLBACK-${hostname()}`)
  })

  test('of this computer is found, and stays the same', () => {
    expect(hardwareId()).toMatch(/^([0-9a-f]{32}|HWID-FALLBACK-.+)$/)
    expect(hardwareId()).toBe(hardwareId())
  })
})
