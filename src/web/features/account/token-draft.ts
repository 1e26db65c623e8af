import type { TokenAction } from '../../../shared/token-actions.ts'
import * as texts from '../../texts/account.ts'

export interface TokenDraft {
  readonly name: string
  readonly days: string
  readonly actions: readonly TokenAction[]
  /** Undefined: all applications of the account. */
  readonly applicationIds: readonly number[] | undefined
}

type TokenErrors = Readonly<Partial<Record<'name' | 'actions' | 'applicationIds', string>>>

/** What is still missing in the form. */
export function tokenErrors({ name, actions, applicationIds }: TokenDraft): TokenErrors {
  return {
    ...(name.trim() === '' && { name: texts.enterAName }),
    ...(actions.length === 0 && { actions: texts.chooseAtLeastOne }),
    ...(applicationIds?.length === 0 && { applicationIds: texts.chooseAtLeastOneApplication }),
  }
}

/** The list with a value added or removed. */
export function toggled<T>(list: readonly T[], value: T, isIn: boolean): readonly T[] {
  const others = list.filter((each) => each !== value)
  return isIn ? [...others, value] : others
}
