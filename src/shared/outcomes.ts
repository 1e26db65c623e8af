import { apiOutcomes } from './outcomes/api.ts'
import { authenticationOutcomes } from './outcomes/authentication.ts'
import type { OutcomeRow } from './outcomes/outcome-row.ts'
import { securityOutcomes } from './outcomes/security.ts'
import { successOutcomes } from './outcomes/success.ts'

/** Every response of the public API: status, code, text and event of a refusal are defined only in this table. */
export const outcomes = { ...authenticationOutcomes, ...securityOutcomes, ...apiOutcomes, ...successOutcomes }

/** Name of one outcome, as the deciders return it. */
export type OutcomeKey = keyof typeof outcomes
export type OutcomeCode = (typeof outcomes)[OutcomeKey]['code']

/** The row of an outcome, with every optional column. */
export function outcomeRow(key: OutcomeKey): OutcomeRow & { readonly code: OutcomeCode } {
  return outcomes[key]
}

/** Every code once, for the contract's enumeration. */
export const outcomeCodes = [...new Set(Object.values(outcomes).map((row) => row.code))] as [
  OutcomeCode,
  ...OutcomeCode[],
]
