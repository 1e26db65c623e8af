import type { Language } from '../languages.ts'
import type { Scene, SceneOptions } from '../sample-scene.ts'

/** One row of the table: what a sample must do, in every language unless said otherwise. */
export interface Scenario {
  readonly name: string
  /** It waits longest, so it starts first. */
  readonly isLong?: boolean
  readonly faces?: readonly Language['face'][]
  run(setScene: (options?: SceneOptions) => Promise<Scene>): Promise<void>
}

/** Verifications every other second, and no answer soon taken for one. */
export const hasty = { values: { VERIFY_SECONDS: 2, HTTP_TIMEOUT_SECONDS: 20 } }

export const lostText = 'Your session has expired. Please login again.'
