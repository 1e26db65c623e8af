/** A part of the server whose tests are judged by mutants. */
export interface Area {
  readonly name: string
  readonly owns: (path: string) => boolean
  /** Of so many possible mutants of a file one is chosen. */
  readonly oneIn: number
  /** Operators that learn nothing there. */
  readonly without?: readonly string[]
}

const inFolder = (folder: string) => (path: string) => path.startsWith(folder)
const rateLimitFiles = /\/limits\/|limit[^/]*\.ts$|\/delay-refusal\.ts$/

/** A file belongs to the first area that owns it: rate limits lie in several folders and are found by their name. */
export const areas: readonly Area[] = [
  {
    name: 'rate limits',
    owns: (path) => path.startsWith('src/server/') && rateLimitFiles.test(path),
    oneIn: 20,
  },
  { name: 'client API', owns: inFolder('src/server/features/client-api/'), oneIn: 34 },
  { name: 'webhooks', owns: inFolder('src/server/events/webhooks/'), oneIn: 32 },
  // A text in the store is the name of a column: without it the query fails.
  { name: 'store', owns: inFolder('src/server/store/'), oneIn: 60, without: ['empty a text'] },
]

export const areaOf = (path: string): Area | undefined => areas.find(({ owns }) => owns(path))
