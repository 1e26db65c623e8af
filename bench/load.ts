import { answerMessages } from './child.ts'
import type { LoadPlan } from './generate-load.ts'
import { startLoad } from './run-load.ts'

/** The load generator, as a separate process: `startChild<LoadPlan, LoadResult>('./load.ts')`. */
answerMessages((plan: LoadPlan) => startLoad(plan).result)
