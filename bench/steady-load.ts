import { answerMessages } from './child.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { startLoad } from './run-load.ts'

/** A plan starts the load, `stop` ends it: then the answer is its result. */
export type SteadyCall = LoadPlan | 'stop'

let running: ReturnType<typeof startLoad> | undefined

/** Load beside work of unknown length, as a separate process. */
answerMessages(async (call: SteadyCall): Promise<LoadResult | null> => {
  if (call !== 'stop') {
    running = startLoad(call)
    return null
  }
  running?.stop()
  return running ? running.result : null
})
