import { setTimeout as pause } from 'node:timers/promises'
import type { AttackLength } from './attack.ts'

interface Said {
  readonly status: number
}

interface GuessFlood {
  /** How many guesses were sent. */
  readonly guesses: number
  /** Those that were answered as wrong, and those that were refused. */
  readonly evaluated: number
  readonly refused: number
  /** Calls of the honest user meanwhile, and those of them that were not served. */
  readonly honest: number
  readonly honestRefused: number
}

/** How many guess at once, each sending the next guess with the answer of the last. */
const guessers = { short: 8, full: 128 }
/** How often the honest user calls, and how long after one another. */
const rounds = { short: 4, full: 25 }
const roundMs = { short: 0, full: 1000 }
/** How many guesses are answered before the honest user comes: the limits are full by then. */
const guessesBefore = { short: 120, full: 2000 }
/** Rest of a guesser once the limits are full: at full speed eight take a whole processor from the tests beside them. */
const restMs = { short: 10, full: 0 }

/**
 * Guesses at full speed from many addresses, and what an honest user is answered who calls meanwhile. A guess that is
 * not counted, at a name that nobody has, gives undefined.
 */
export async function floodWithGuesses(
  length: AttackLength,
  addresses: readonly string[],
  guess: (n: number, ip: string) => Promise<Said | undefined>,
  honest: (round: number) => Promise<readonly Said[]>,
): Promise<GuessFlood> {
  let guesses = 0
  let evaluated = 0
  let refused = 0
  let isOver = false
  let ready: () => void
  const isFull = new Promise<void>((resolve) => {
    ready = resolve
  })
  const guesser = async () => {
    while (!isOver) {
      guesses += 1
      const said = await guess(guesses, addresses[guesses % addresses.length] ?? '')
      if (said?.status === 401) evaluated += 1
      if (said?.status === 429) refused += 1
      if (guesses < guessesBefore[length]) continue
      ready()
      if (restMs[length] > 0) await pause(restMs[length])
    }
  }
  const sent = Promise.all(Array.from({ length: guessers[length] }, guesser))
  const answers: Said[] = []
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
  const honestRefused = answers.filter(({ status }) => status !== 200).length
  return { guesses, evaluated, refused, honest: answers.length, honestRefused }
}

/** Failures that cost nothing, of an account, a name, a device or a session. */
const free = 10

/** How many guesses a growing wait lets through since the first: the free ones, and one after 1, 2, 4 … seconds. */
export function maxGuesses(sinceMs: number): number {
  const seconds = (Date.now() - sinceMs) / 1000
  return free + Math.floor(Math.log2(seconds + 1))
}
