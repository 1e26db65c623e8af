import * as texts from '../../texts/account.ts'
import { Time } from '../../ui/text/time.tsx'

/** When a credential was last used. */
export function LastUsed({ at }: { readonly at: string | null }) {
  if (at === null) return <span>{texts.neverUsed}</span>
  return (
    <span>
      {texts.used} <Time value={at} />
    </span>
  )
}
