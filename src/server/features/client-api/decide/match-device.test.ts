import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nowMs } from '../../../../../test/harness/client-facts.ts'
import { componentDays, componentNames, hwidToleranceMax } from '../../../../shared/constants.ts'
import { type HardwareComponents, namesOf } from '../../../lib/hardware-components.ts'
import { dayMs } from '../../../store/columns.ts'
import { type BoundDevice, hasNewComponents, matches, matchingDevice } from './match-device.ts'

/** `disk: 2` is another disk than `disk: 1`. */
const made = (parts: Readonly<Record<string, number>>): HardwareComponents =>
  Object.fromEntries(Object.entries(parts).map(([name, number]) => [name, String(number).padStart(32, '0')]))

const four = { machine: 1, board: 1, cpu: 1, disk: 1 }
const three = { board: 1, cpu: 1, disk: 1 }

describe('a computer of which some components differ', () => {
  it.each([
    ['none differs', four, four, 1, true],
    ['one of four differs, and may', four, { ...four, disk: 2 }, 1, true],
    ['one of three differs, and may', three, { ...three, cpu: 2 }, 1, true],
    ['two differ, and one may', four, { ...four, disk: 2, cpu: 2 }, 1, false],
    ['two differ, and may', four, { ...four, disk: 2, cpu: 2 }, 2, true],
    ['three differ', four, { ...four, disk: 2, cpu: 2, board: 2 }, 2, false],
    ['none may differ: then the hardware ID alone decides', four, four, 0, false],
    ['two are known', { machine: 1, disk: 1 }, { machine: 1, disk: 1 }, 2, false],
    ['none is known', {}, four, 2, false],
    [
      'machine and disk differ: the rest is the same in every computer of that model',
      four,
      { ...four, machine: 2, disk: 2 },
      2,
      false,
    ],
    [
      'machine and disk differ, its TPM does not',
      { ...four, tpm: 1 },
      { ...four, tpm: 1, machine: 2, disk: 2 },
      2,
      true,
    ],
    ['one was not sent: it differs', four, { machine: 1, board: 1, cpu: 1 }, 1, true],
    ['two were not sent', four, { machine: 1, board: 1 }, 1, false],
    ['nothing was sent', four, {}, 2, false],
    ['others were sent besides', three, { ...three, machine: 9, gpu: 9, mac: 9, bios: 9 }, 1, true],
  ] as const)('%s', (_name, known, sent, tolerance, is) => {
    expect(matches(made(known), made(sent), tolerance)).toBe(is)
  })

  const some = fc
    .dictionary(fc.constantFrom(...componentNames), fc.nat({ max: 2 }), { noNullPrototype: true })
    .map(made)
  const tolerance = fc.nat({ max: hwidToleranceMax })

  it('is never taken for the one that is known with more differences than allowed, nor by what a model has alone', () => {
    fc.assert(
      fc.property(some, some, tolerance, (known, sent, allowed) => {
        if (!matches(known, sent, allowed)) return
        const names = namesOf(known)
        const differing = names.filter((name) => known[name] !== sent[name])
        expect(allowed).toBeGreaterThan(0)
        expect(names.length).toBeGreaterThanOrEqual(3)
        expect(differing.length).toBeLessThanOrEqual(allowed)
        const own = (['machine', 'disk', 'tpm'] as const).filter((name) => known[name] !== undefined)
        expect(own.some((name) => known[name] === sent[name])).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('is taken for it where a part less differs too, and where more may differ', () => {
    fc.assert(
      fc.property(some, some, tolerance, fc.nat(), (known, sent, allowed, at) => {
        if (!matches(known, sent, allowed)) return
        const names = namesOf(known)
        const name = names[at % names.length] ?? 'disk'
        expect(matches(known, { ...sent, [name]: known[name] }, allowed)).toBe(true)
        expect(matches(known, sent, hwidToleranceMax)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})

const device = (
  id: BoundDevice['id'],
  parts: Readonly<Record<string, number>> | null,
  more: Partial<BoundDevice> = {},
) => ({
  ...{ id, hwid: `PC-${id}`, components: parts && made(parts), changedAtMs: null },
  ...{ lastSeenAtMs: 0, hasOfflineFile: false },
  ...more,
})

describe('the bound device that a computer is', () => {
  const find = (devices: readonly BoundDevice[], parts: Readonly<Record<string, number>> = four, tolerance = 2) =>
    matchingDevice({ tolerance, devices, sent: made(parts), nowMs })?.id

  it('is the one with most equal components, then the one that logged in last', () => {
    const [near, far] = [device(1, { ...four, cpu: 2 }), device(2, { ...four, cpu: 2, board: 2 }, { lastSeenAtMs: 9 })]
    expect(find([far, near])).toBe(1)
    expect(find([device(3, four, { lastSeenAtMs: 5 }), device('first', four, { lastSeenAtMs: 6 }), near])).toBe('first')
  })

  it('is none where nothing is known of it, or another one', () => {
    expect(find([])).toBeUndefined()
    expect(find([device('first', null), device(1, { ...four, machine: 2, disk: 2 })])).toBeUndefined()
    expect(find([device('first', four)], four, 0)).toBeUndefined()
  })

  it('is none while its components have changed lately, or an offline file works on it', () => {
    const changedAtMs = nowMs - componentDays * dayMs
    expect(find([device('first', four, { changedAtMs })])).toBe('first')
    expect(find([device('first', four, { changedAtMs: changedAtMs + 1 })])).toBeUndefined()
    expect(find([device('first', four, { hasOfflineFile: true })])).toBeUndefined()
  })

  it('remembers what its own program sends as far as a match goes', () => {
    const isNew = (known: BoundDevice, parts: Readonly<Record<string, number>>, tolerance = 1) =>
      hasNewComponents(known, { tolerance, sent: made(parts), nowMs })
    expect(isNew(device('first', null), four, 0)).toBe(true)
    expect(isNew(device('first', four), four)).toBe(false)
    expect(isNew(device('first', four), three)).toBe(false)
    expect(isNew(device('first', four), { ...four, disk: 2 })).toBe(true)
    expect(isNew(device('first', four), { ...four, disk: 2 }, 0)).toBe(false)
    expect(isNew(device('first', four), { ...four, disk: 2, cpu: 2 })).toBe(false)
    expect(isNew(device('first', four, { changedAtMs: nowMs - dayMs }), { ...four, disk: 2 })).toBe(false)
  })
})
