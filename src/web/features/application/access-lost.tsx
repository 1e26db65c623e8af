import { ArrowLeft, LockKeyhole } from 'lucide-react'
import { PageHeading } from '../../layout/page-heading.tsx'
import * as texts from '../../texts/application.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Application } from './use-application.ts'

/** In place of an application that the viewer could open until now. */
export function AccessLost({ application: { name, role } }: { readonly application: Application }) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-5 text-center">
      <div className="grid size-12 place-items-center rounded-card border border-line bg-raised text-fg-2">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden />
      </div>
      <PageHeading title={texts.youNoLongerHave(name)} documentTitle={texts.accessEnded} />
      <p role="status" className="max-w-sm text-fg-2">
        {role === 'owner' ? texts.itWasDeletedOr : texts.itWasDeletedOrYour}
      </p>
      <ButtonLink href="/" icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
        {texts.backToDashboard}
      </ButtonLink>
    </div>
  )
}
