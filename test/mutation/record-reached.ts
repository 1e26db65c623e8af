import { appendFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

declare global {
  var noteReached: ((name: string) => void) | undefined
}

/** What one test file reached, as a line of the file that REACHED_FILE names. */
const reached = new Set<string>()
globalThis.noteReached = (name) => {
  reached.add(name)
}

afterAll(() => {
  const file = process.env.REACHED_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ test: expect.getState().testPath, reached: [...reached] })}\n`)
})
