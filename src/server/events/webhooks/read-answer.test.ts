import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readAnswer } from './read-answer.ts'

/** A body without an end, and how many pieces of it were taken. */
function endless(pieceBytes: number) {
  let pieces = 0
  const body = new Readable({
    highWaterMark: 1,
    read() {
      pieces += 1
      // A fault in the code must end the test, not the machine's memory.
      this.push(pieces > 1_000 ? null : Buffer.alloc(pieceBytes, 'a'))
    },
  })
  return { body, pieces: () => pieces }
}

it('of an answer without an end two KiB are kept, and the connection is let go as soon as they are there', async () => {
  const { body, pieces } = endless(512)
  expect((await readAnswer(body)).answer).toBe('a'.repeat(2048))
  expect(body.destroyed).toBe(true)
  expect(pieces()).toBeLessThan(10)
})

it('an answer of exactly two KiB is kept whole', async () => {
  expect((await readAnswer(Readable.from([Buffer.alloc(2048, 'b')]))).answer).toBe('b'.repeat(2048))
})

it('an answer that breaks off counts as far as it came, and signs that no database takes are replaced', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('first\u0000\tline\n')
      throw new Error('broken off')
    })(),
  )
  expect((await readAnswer(broken)).answer).toBe('first\ufffd\tline\n')
})
