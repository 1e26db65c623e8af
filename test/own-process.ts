import { fileURLToPath } from 'node:url'

/** What Node made of the source at the last start, for processes that a test starts by the dozen. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/keywright', import.meta.url)),
}

/**
 * Loading the modules makes much that stays: room for it spares a start its dozens of collections. Only in tests: what a
 * benchmark starts runs as it ships.
 */
export const fewCollections = process.env.VITEST ? ['--min-semi-space-size=16', '--max-semi-space-size=32'] : []
