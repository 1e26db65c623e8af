import { useState } from 'react'
import * as texts from '../../texts/webhooks.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { UnfoldArrow } from '../../ui/unfold-arrow.tsx'

const VerificationSnippets = lazyComponent(
  async () => (await import('./verification-snippets.tsx')).VerificationSnippets,
  () => <Loading />,
)

/** How receivers verify our signatures; details on demand. */
export function VerifySignatures() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group rounded-card border border-line bg-surface"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-section font-semibold sm:px-5 [&::-webkit-details-marker]:hidden">
        <UnfoldArrow />
        {texts.verifySignatures}
      </summary>
      <div className="px-4 pb-4 sm:px-5">{isOpen && <VerificationSnippets />}</div>
    </details>
  )
}
