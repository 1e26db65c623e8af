import { setTimeout as pause } from 'node:timers/promises'
import type { AttackLength } from './attack.ts'

interface GuessFlood<T> {
  /** How many guesses were sent meanwhile. */
  readonly guesses: number
  /** What the honest calls were answered. */
  readonly answers: readonly T[]
}

/** How many guess at once, each sending the next guess with the answer of the last. */
const guessers = { short: 8, full: 128 }
/** How often the honest user calls, and how long after one another. */
const rounds = { short: 4, full: 25 }
const roundMs = { short: 0, full: 1000 }
/** How many guesses are answered before the honest user comes: the limits are full by then. */
const guessesBefore = { short: 120, full: 2000 }

/** Guesses at full speed, and what an honest user is answered who calls meanwhile. */
export async function floodWithGuesses<T>(
  length: AttackLength,
  guess: (n: number) => Promise<unknown>,
  honest: (round: number) => Promise<readonly T[]>,
): Promise<GuessFlood<T>> {
  let guesses = 0
  let isOver = false
  let ready: () => void
  const isFull = new Promise<void>((resolve) => {
    ready = resolve
  })
  const guesser = async () => {
    while (!isOver) {
      guesses += 1
      await guess(guesses)
      if (guesses >= guessesBefore[length]) ready()
    }
  }
  const sent = Promise.all(Array.from({ length: guessers[length] }, guesser))
  const answers: T[] = []
  try {
    await Promise.race([isFull, sent])
    for (let round = 0; round < rounds[length]; round += 1) {
      answers.push(...(await honest(round)))
      await pause(roundMs[length])
    }
  } finally {
    isOver = true
    await sent
  }
  return { guesses, answers }
}

/** Failures that cost nothing, of an account, a name, a device or a session. */
const free = 10

/** How many guesses a growing wait lets through since the first: the free ones, and one after 1, 2, 4 … seconds. */
export function maxGuesses(sinceMs: number): number {
  const seconds = (Date.now() - sinceMs) / 1000
  return free + Math.floor(Math.log2(seconds + 1))
}
