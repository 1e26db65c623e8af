import { useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useLive } from '../api/use-live.ts'
import { ApplicationMissing } from '../features/application/application-missing.tsx'
import { ApplicationSidebar } from '../features/application/application-sidebar.tsx'
import { LookOnly, LookOnlyNote } from '../features/application/look-only.tsx'
import { type Application, useApplication } from '../features/application/use-application.ts'
import { AskRegistrationDialog } from '../features/licenses/ask-registration-dialog.tsx'
import { LicenseKeys } from '../features/licenses/license-keys.tsx'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useChangeRefusal } from '../session/change-refusal.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FromFirstOpening } from '../ui/from-first-opening.tsx'
import { late } from '../ui/late.tsx'
import { Loading } from '../ui/loading.tsx'
import { useLinkedDialog } from './use-linked-dialog.ts'
import { usePageAddress } from './use-page-address.ts'

const NewKeyDialog = late(async () => (await import('../features/licenses/new-key-dialog.tsx')).NewKeyDialog)

const GenerateManyDialog = late(
  async () => (await import('../features/licenses/generate-many-dialog.tsx')).GenerateManyDialog,
)

const keyDialogs = ['generate', 'custom'] as const
const dialogs = [...keyDialogs, 'generate-many'] as const

/** The license keys of one application, at `/app/7/licenses`. */
export function LicensesPage() {
  const { id = '' } = useParams({ strict: false })
  return <LicensesById key={id} id={Number(id)} />
}

function LicensesById({ id }: { readonly id: number }) {
  const { data: application, error, refetch, isRefetching } = useApplication(id)
  if (application !== undefined) {
    return (
      <LookOnly application={application}>
        <LoadedLicenses application={application} />
      </LookOnly>
    )
  }
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <SignedInShell>
      <PageContent>
        {error === null ? (
          <Loading text="Loading application..." />
        ) : (
          <ApplicationMissing
            error={isMissing ? undefined : error}
            onRetry={() => void refetch()}
            isRetrying={isRefetching}
          />
        )}
      </PageContent>
    </SignedInShell>
  )
}

function LoadedLicenses({ application }: { readonly application: Application }) {
  const { id, name, counts, registrationMode } = application
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter, hrefWith } = usePageAddress()
  const dialog = useLinkedDialog(dialogs.find((known) => known === search.dialog))
  const [isAsking, setIsAsking] = useState(false)
  useLive(id)
  const created = () => {
    if (counts.licenses === 0 && registrationMode === 'open') setIsAsking(true)
  }
  const refusal = useChangeRefusal()
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <SignedInShell sidebar={<ApplicationSidebar application={application} current="licenses" />}>
      <PageContent>
        <PageHeading
          title={`License Keys - ${name}`}
          actions={
            <>
              <ButtonLink href={`/app/${id}?section=licenses`} icon={<ArrowLeft {...icon} />}>
                Back to Application
              </ButtonLink>
              <Button icon={<Plus {...icon} />} disabledReason={refusal} onClick={() => dialog.show('custom')}>
                Create Custom Key
              </Button>
              <Button
                variant="primary"
                icon={<Sparkles {...icon} />}
                disabledReason={refusal}
                onClick={() => dialog.show('generate')}
              >
                Generate Key
              </Button>
            </>
          }
        />
        <LookOnlyNote application={application} />
        <LicenseKeys
          applicationId={id}
          search={search}
          onSearch={filter}
          onGenerateMany={() => dialog.show('generate-many')}
          hrefOf={hrefWith}
          generateButton={
            <Button
              variant="primary"
              icon={<Sparkles {...icon} />}
              disabledReason={refusal}
              onClick={() => dialog.show('generate')}
            >
              Generate License Key
            </Button>
          }
        />
      </PageContent>
      {keyDialogs.map((kind) => (
        <FromFirstOpening key={kind} isOpen={dialog.isOpen(kind)}>
          <NewKeyDialog
            applicationId={id}
            kind={kind}
            isOpen={dialog.isOpen(kind)}
            onClose={dialog.close}
            onCreated={created}
          />
        </FromFirstOpening>
      ))}
      <FromFirstOpening isOpen={dialog.isOpen('generate-many')}>
        <GenerateManyDialog
          applicationId={id}
          isOpen={dialog.isOpen('generate-many')}
          onClose={dialog.close}
          onCreated={created}
        />
      </FromFirstOpening>
      <AskRegistrationDialog applicationId={id} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </SignedInShell>
  )
}
