import { useSearch } from '@tanstack/react-router'
import { ArrowLeft, Plus, Sparkles } from 'lucide-react'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { ReadOnlyNote } from '../features/application/read-only.tsx'
import type { Application } from '../features/application/use-application.ts'
import { LicenseKeys } from '../features/licenses/license-keys.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { useDialog } from '../ui/dialog/use-dialog-value.ts'
import { AddressedApplication } from './application-screen.tsx'

const AskRegistrationDialog = lazyDialog(
  async () => (await import('../features/licenses/ask-registration-dialog.tsx')).AskRegistrationDialog,
)
const CustomKeyDialog = lazyDialog(
  async () => (await import('../features/licenses/custom-key-dialog.tsx')).CustomKeyDialog,
)
const GenerateKeysDialog = lazyDialog(
  async () => (await import('../features/licenses/generate-keys-dialog.tsx')).GenerateKeysDialog,
)

const dialogs = ['generate', 'generate-many', 'custom', 'import'] as const

/** The license keys of one application, at `/app/7/licenses`. */
export function LicensesPage() {
  return <AddressedApplication>{(application) => <LoadedLicenses application={application} />}</AddressedApplication>
}

function LoadedLicenses({ application }: { readonly application: Application }) {
  const { id, name, counts, registrationMode } = application
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter, hrefWith } = usePageAddress()
  const dialog = useLinkedDialog(dialogs.find((known) => known === search.dialog))
  const asking = useDialog()
  useLiveUpdates(id)
  const created = () => {
    if (counts.licenses === 0 && registrationMode === 'open') asking.open()
  }
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const generateButton = (text: string) => (
    <Button variant="primary" icon={<Sparkles {...icon} />} needs="manage" onClick={() => dialog.show('generate')}>
      {text}
    </Button>
  )
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} current="licenses" isBelow />}>
      <PageContent>
        <div className="-mb-2 sm:-mb-4">
          <Breadcrumb
            crumbs={[
              { label: name, href: `/app/${id}` },
              { label: texts.licenses, href: `/app/${id}?section=licenses` },
              { label: texts.licenseKeys },
            ]}
          />
        </div>
        <PageHeading
          title={texts.licenseKeysOf(name)}
          documentTitle={texts.licenseKeysOf2(name)}
          actions={
            <>
              <ButtonLink href={`/app/${id}?section=licenses`} className="max-sm:hidden" icon={<ArrowLeft {...icon} />}>
                {texts.backToApplication}
              </ButtonLink>
              <Button icon={<Plus {...icon} />} needs="manage" onClick={() => dialog.show('custom')}>
                {texts.createCustomKey}
              </Button>
              {generateButton(texts.generateKey)}
            </>
          }
        />
        <ReadOnlyNote application={application} />
        <LicenseKeys
          applicationId={id}
          search={search}
          onSearch={filter}
          isImporting={dialog.isOpen('import')}
          onImport={() => dialog.show('import')}
          onImportClose={dialog.close}
          hrefOf={hrefWith}
          generateButton={generateButton(texts.generateLicenseKey)}
        />
      </PageContent>
      <CustomKeyDialog applicationId={id} isOpen={dialog.isOpen('custom')} onClose={dialog.close} onCreated={created} />
      <GenerateKeysDialog
        applicationId={id}
        count={search.dialog === 'generate-many' ? 10 : 1}
        isOpen={dialog.isOpen('generate') || dialog.isOpen('generate-many')}
        onClose={dialog.close}
        onCreated={created}
      />
      <AskRegistrationDialog applicationId={id} {...asking.dialog} />
    </SignedInShell>
  )
}
