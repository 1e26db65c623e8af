import type { ReactNode } from 'react'
import { useContext } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { PortalButton } from './portal-button.tsx'
import { type Portal, PortalContext, useAction } from './use-portal.ts'

export interface PortalFrameProps {
  readonly portal: Portal
  readonly isSignedIn: boolean
  readonly children: ReactNode
}

/** Name and logo above every page, and the way to the developer's help. */
export function PortalFrame({ portal, isSignedIn, children }: PortalFrameProps) {
  const { slug, onSignedOut } = useContext(PortalContext)
  const signOut = useAction()
  const leave = () =>
    signOut.run(async () => {
      await api('POST /api/portal/:slug/sign-out', { params: { slug } })
      onSignedOut()
      return undefined
    })
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-80 -translate-y-20 rounded-control bg-overlay px-4 py-2 focus:translate-y-0"
      >
        {texts.skip}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-5xl items-center gap-3 px-4 py-3 sm:px-6">
          {portal.logo !== null && <img src={portal.logo} alt="" className="h-9 max-w-32 object-contain" />}
          <p className="min-w-0 grow text-section font-semibold">{portal.name}</p>
          {portal.support_url !== null && (
            <a
              href={portal.support_url}
              target="_blank"
              rel="noreferrer noopener"
              className="inline-flex min-h-11 items-center rounded-control px-2 text-body text-fg-2 underline underline-offset-4 hover:text-fg"
            >
              {texts.support}
            </a>
          )}
          {isSignedIn && (
            <PortalButton variant="ghost" isBusy={signOut.isBusy} onClick={leave}>
              {texts.signOut}
            </PortalButton>
          )}
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl grow px-4 py-8 outline-none sm:px-6 sm:py-12"
      >
        {children}
      </main>
    </div>
  )
}
