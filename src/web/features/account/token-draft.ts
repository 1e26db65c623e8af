import type { TokenAction } from '../../../shared/token-actions.ts'

export interface TokenDraft {
  readonly name: string
  readonly days: string
  readonly actions: readonly TokenAction[]
  /** Undefined: all of the account's applications. */
  readonly applicationIds: readonly number[] | undefined
}

type TokenErrors = Readonly<Partial<Record<'name' | 'actions' | 'applicationIds', string>>>

/** What is still missing of a token. */
export function tokenErrors({ name, actions, applicationIds }: TokenDraft): TokenErrors {
  return {
    ...(name.trim() === '' && { name: 'Enter a name by which you recognize it.' }),
    ...(actions.length === 0 && { actions: 'Choose what the token may do.' }),
    ...(applicationIds?.length === 0 && { applicationIds: 'Choose at least one application.' }),
  }
}

/** The list with a value in it or out of it. */
export function toggled<T>(list: readonly T[], value: T, isIn: boolean): readonly T[] {
  const others = list.filter((each) => each !== value)
  return isIn ? [...others, value] : others
}
