import * as texts from '../texts/layout.ts'
import { Loading } from '../ui/feedback/loading.tsx'

/** The whole page is loading. `<FullPageLoading text="Loading authentication..." />` */
export function FullPageLoading({
  text = texts.loading,
}: {
  readonly text?: 'Loading...' | 'Loading authentication...'
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Loading text={text} />
    </main>
  )
}
