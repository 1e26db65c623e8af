import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const tuneHeap = new URL('tune-heap.ts', import.meta.url).href

/**
 * What a half of the young generation holds, in MiB, in a process whose objects live long enough to be copied. While V8
 * marks the old generation it lets the young one have more, so this is the lower quartile of what was seen.
 */
function halfMiB(settings: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { setImmediate as nextTurn } from 'node:timers/promises'
    const { limitYoungGeneration, tuneHeap } = await import('${tuneHeap}')
    ${settings}
    const kept = Array.from({ length: 40 })
    const seen = []
    for (let turn = 0; turn < 600; turn += 1) {
      kept[turn % kept.length] = Array.from({ length: 40_000 }, (_, index) => ({ index }))
      await nextTurn()
      const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
      if (turn >= 400) seen.push(space.space_used_size + space.space_available_size)
    }
    seen.sort((one, other) => one - other)
    console.log(Math.round(seen[seen.length / 4] / 1024 ** 2))`
  const { NODE_OPTIONS: _, ...env } = process.env
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env }))
}

describe('a half of the young generation', () => {
  it('grows to 8 MiB, and to 64 without the limit', () => {
    expect(halfMiB('tuneHeap(); limitYoungGeneration()')).toBe(8)
    expect(halfMiB('')).toBe(64)
  })

  it('stays small while modules are loaded', () => {
    expect(halfMiB('tuneHeap()')).toBeLessThan(8)
  })
})
