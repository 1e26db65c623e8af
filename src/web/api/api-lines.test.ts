import { describe, expect, test } from 'vitest'
import { readLines } from './api-lines.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function linesOf(...parts: readonly Uint8Array[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of readLines(stream)) lines.push(line)
  return lines
}

describe('an answer of lines', () => {
  test('comes line by line however the network cuts it', async () => {
    const text = '{"type":"progress","done":1}\n{"type":"end"}\n'
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(await linesOf(bytes(text.slice(0, cut)), bytes(text.slice(cut)))).toEqual(text.trimEnd().split('\n'))
    }
  })

  test('keeps a letter that is cut in two', async () => {
    const whole = bytes('"مستخدم 🦄"\n')
    for (let cut = 0; cut <= whole.length; cut += 1) {
      expect(await linesOf(whole.slice(0, cut), whole.slice(cut))).toEqual(['"مستخدم 🦄"'])
    }
  })

  test('has its last line also when the line end is missing, and no blank ones', async () => {
    expect(await linesOf(bytes('1\r\n\n2'))).toEqual(['1\r', '2'])
    expect(await linesOf()).toEqual([])
  })
})
