import { expect, it } from 'vitest'
import { runAll } from './run-all.ts'

it('does everything in turn, whatever fails, and tells each failure', async () => {
  const done: string[] = []
  const work = (name: string, isFailing = false) => {
    return async () => {
      done.push(name)
      if (isFailing) throw new Error(`${name} failed`)
    }
  }
  await runAll([work('a'), work('b')])
  await expect(runAll([work('c', true), work('d')])).rejects.toThrow(/^c failed$/)
  await expect(runAll([work('e', true), work('f'), work('g', true)])).rejects.toThrow(/e failed.*g failed/)
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})
