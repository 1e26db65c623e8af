/** What the hardware lock looks at. */
export interface HwidFacts {
  /** The application's switch. */
  readonly isChecked: boolean
  /** Whether this user is locked at all. */
  readonly isLocked: boolean
  readonly boundHwid: string | null
  /** As sent; absent when the client sent none. */
  readonly sentHwid: string | undefined
  /** Empty, all zeros and the like: they name no machine. */
  readonly isWorthless: boolean
}

/** `ok` lets in, `bind` lets in and binds the sent id, `mismatch` refuses. Compared exactly, never in part. */
export function decideHwid(facts: HwidFacts): 'ok' | 'bind' | 'mismatch' {
  if (!facts.isChecked || !facts.isLocked) return 'ok'
  if (facts.sentHwid === undefined) return 'mismatch'
  if (facts.boundHwid !== null) return facts.sentHwid === facts.boundHwid ? 'ok' : 'mismatch'
  return facts.isWorthless ? 'mismatch' : 'bind'
}
