import { useLiveUpdates } from '../api/use-live-updates.ts'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { ReadOnlyNote } from '../features/application/read-only.tsx'
import type { Application } from '../features/application/use-application.ts'
import { LicenseLoginCard } from '../features/selling/license-login-card.tsx'
import { MailCard } from '../features/selling/mail-card.tsx'
import { OrdersCard } from '../features/selling/orders-card.tsx'
import { PortalCard } from '../features/selling/portal-card.tsx'
import { PresetsCard } from '../features/selling/presets-card.tsx'
import { ShopsCard } from '../features/selling/shops-card.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'
import { AddressedApplication } from './application-screen.tsx'

/** What is sold with one application, at `/app/7/selling`. */
export function SellingPage() {
  return <AddressedApplication>{(application) => <LoadedSelling application={application} />}</AddressedApplication>
}

function LoadedSelling({ application }: { readonly application: Application }) {
  const { id, name } = application
  useLiveUpdates(id)
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} current="licenses" isBelow />}>
      <PageContent>
        <div className="flex flex-col gap-1">
          <Breadcrumb
            crumbs={[
              { label: name, href: `/app/${id}` },
              { label: texts.licenses, href: `/app/${id}?section=licenses` },
              { label: texts.selling },
            ]}
          />
          <PageHeading title={texts.selling} documentTitle={texts.sellingOf(name)} />
        </div>
        <ReadOnlyNote application={application} />
        <PresetsCard applicationId={id} />
        <ShopsCard applicationId={id} />
        <OrdersCard applicationId={id} />
        <LicenseLoginCard application={application} />
        <PortalCard application={application} />
        <MailCard applicationId={id} />
      </PageContent>
    </SignedInShell>
  )
}
