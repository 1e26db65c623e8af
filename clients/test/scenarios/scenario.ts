import type { Lacks } from '../../conformance/report.ts'
import type { Language } from '../languages.ts'
import type { Scene, SceneOptions } from '../sample-scene.ts'
import { hastyValues } from '../sample-values.ts'

/** One row of the table: what a sample must do, in every language unless said otherwise. */
export interface Scenario {
  readonly name: string
  /** It waits longest, so it starts first. */
  readonly isLong?: boolean
  readonly faces?: readonly Language['face'][]
  /** Why the languages that don't run it have no cell. */
  readonly lacks?: Lacks
  run(setScene: (options?: SceneOptions) => Promise<Scene>): Promise<void>
}

export const hasty = { values: hastyValues }

/** For scenes that change their application, or count what goes on in it. */
export const alone = { hasOwnApplication: true } as const

export const lostText = 'Your session has expired. Please login again.'
