import { hasOpenssl } from '../../test/harness/self-signed.ts'
import { canPreload } from './clock.ts'
import type { ConformanceScenario } from './scenario-form.ts'
import scenarios from './scenarios.json' with { type: 'json' }
import { isSecure } from './ways.ts'

/** The rows of the table, as `scenarios.json` has them. */
export const conformanceScenarios = scenarios as unknown as readonly ConformanceScenario[]

/** Why the scenario is not played in this column, on this machine; undefined: it is. */
export function lackOf({ lacks, hasClock, through }: ConformanceScenario, column: string): string | undefined {
  if (hasClock && !canPreload) return 'no gcc on this machine, which moves the clock'
  if (through === 'a name with a dead IPv6 address' && !canPreload) return 'no gcc on this machine, which gives names'
  if (through !== undefined && isSecure(through) && !hasOpenssl) return 'no openssl on this machine'
  return Object.entries(lacks ?? {}).find(([id]) => id === column)?.[1]
}
