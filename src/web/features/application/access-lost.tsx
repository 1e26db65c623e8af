import { ArrowLeft, LockKeyhole } from 'lucide-react'
import { PageHeading } from '../../layout/page-heading.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import type { Application } from './use-application.ts'

/** In place of an application that the viewer could open until now. */
export function AccessLost({ application: { name, role } }: { readonly application: Application }) {
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-5 text-center">
      <div className="grid size-12 place-items-center rounded-card border border-line bg-raised text-fg-2">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden />
      </div>
      <PageHeading title={`You no longer have access to ${name}.`} documentTitle="Access ended" />
      <p role="status" className="max-w-sm text-fg-2">
        {role === 'owner'
          ? 'It was deleted or transferred to another owner.'
          : 'It was deleted, or your access ended. Ask the owner if you still need it.'}
      </p>
      <ButtonLink href="/" icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}>
        Back to Dashboard
      </ButtonLink>
    </div>
  )
}
