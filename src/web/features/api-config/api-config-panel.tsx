import * as texts from '../../texts/api-config.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { KeyCard, type KeyCardProps } from './key-card.tsx'

const SigningKeysCard = lazyComponent(
  async () => (await import('./signing-keys-card.tsx')).SigningKeysCard,
  () => <Skeleton className="h-96" />,
)
const TryIt = lazyComponent(
  async () => (await import('./try-it.tsx')).TryIt,
  () => <Skeleton className="h-96" />,
)

export interface ApiConfigPanelProps {
  readonly applicationId: number
  readonly apiKey: string
  readonly version: string
  readonly onKeyCopied: () => void
  /** From the address. */
  readonly rotation: KeyCardProps['rotation']
}

const addresses = [
  { label: texts.baseUrl, path: '' },
  { label: texts.loginEndpoint, path: '/login' },
  { label: texts.registerEndpoint, path: '/register' },
] as const

/** What the maker's software needs to reach this server, and to know that it is this one. */
export function ApiConfigPanel({ applicationId, apiKey, version, onKeyCopied, rotation }: ApiConfigPanelProps) {
  const { origin } = window.location
  return (
    <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <KeyCard {...{ applicationId, apiKey, onKeyCopied, rotation }} />
        <TryIt applicationId={applicationId} apiKey={apiKey} version={version} onKeyCopied={onKeyCopied} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <Card title={texts.endpoints} description={texts.sendPostRequestsWith}>
          <div className="flex flex-col gap-4">
            {addresses.map(({ label, path }) => (
              <Address key={path} label={label} url={`${origin}/api/auth${path}`} />
            ))}
            <p className="mt-2 border-t border-line pt-4 text-fg-2">{texts.theDocumentationUsesApi}</p>
            {addresses.map(({ label, path }) => (
              <Address key={path} label={`${label} (v1)`} url={`${origin}/api/v1${path}`} />
            ))}
          </div>
        </Card>
        <SigningKeysCard applicationId={applicationId} />
      </div>
    </div>
  )
}

function Address({ label, url }: { readonly label: string; readonly url: string }) {
  return (
    <Field label={label}>
      <AddressLine label={label} url={url} />
    </Field>
  )
}

function AddressLine({ label, url }: { readonly label: string; readonly url: string }) {
  return (
    <div className="flex items-center gap-1">
      <TextInput isMono readOnly value={url} onFocus={(event) => event.target.select()} />
      <CopyButton text={url} what={label} size="md" />
    </div>
  )
}
