import { limitYoungGeneration, tuneHeap } from './lib/tune-heap.ts'

tuneHeap()
const { runServer } = await import('./run-server.ts')
limitYoungGeneration()
await runServer()
