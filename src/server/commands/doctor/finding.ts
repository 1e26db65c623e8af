/** One line of the doctor: what it found, and unless it is ok, what to do. */
export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly found: string
  /** Absent if it is ok. */
  readonly advice?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'warning',
  found,
  advice,
})

export const wrong = (check: string, found: string, advice: string): Finding => ({
  check,
  state: 'wrong',
  found,
  advice,
})

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
