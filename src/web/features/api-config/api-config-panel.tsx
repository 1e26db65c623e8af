import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { curlCommand } from '../../ui/curl-command.ts'
import { Field } from '../../ui/field.tsx'
import { isMasked } from '../../ui/mask.ts'
import { Note } from '../../ui/note.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { TextInput } from '../../ui/text-input.tsx'

export interface ApiConfigPanelProps {
  readonly apiKey: string
  readonly version: string
  readonly onKeyCopied: () => void
}

const addresses = [
  { label: 'Base URL', path: '' },
  { label: 'Login Endpoint', path: '/login' },
  { label: 'Register Endpoint', path: '/register' },
] as const

/** What the maker's software needs to reach this server. */
export function ApiConfigPanel({ apiKey, version, onKeyCopied }: ApiConfigPanelProps) {
  const { origin } = window.location
  return (
    <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <KeyCard apiKey={apiKey} onKeyCopied={onKeyCopied} />
        <Card title="Try it" description="A login from the command line. Fill in a user of this application.">
          <CodeBlock
            label="curl"
            code={curlCommand({
              origin,
              apiKey,
              version,
              username: 'USERNAME',
              password: 'PASSWORD',
              hwid: 'MACHINE_ID',
            })}
            onCopied={isMasked(apiKey) ? undefined : onKeyCopied}
          />
        </Card>
      </div>
      <Card title="Endpoints" description="Calls are POST with a JSON body.">
        <div className="flex flex-col gap-4">
          {addresses.map(({ label, path }) => (
            <Address key={path} label={label} url={`${origin}/api/auth${path}`} />
          ))}
          <p className="mt-2 border-t border-line pt-4 text-fg-2">
            The documentation uses /api/v1; both work. Verify and session tracking are under /api/v1 only.
          </p>
          {addresses.map(({ label, path }) => (
            <Address key={path} label={`${label} (v1)`} url={`${origin}/api/v1${path}`} />
          ))}
        </div>
      </Card>
    </div>
  )
}

function KeyCard({ apiKey, onKeyCopied }: Pick<ApiConfigPanelProps, 'apiKey' | 'onKeyCopied'>) {
  return (
    <Card title="API Key" description="Your software sends it with every call, in the header X-API-Key.">
      <div className="flex flex-col gap-4">
        {isMasked(apiKey) ? (
          <Note>You may look at this application. Its API key is shown to its owner only.</Note>
        ) : (
          <SecretText
            value={apiKey}
            what="API key"
            copied={{ title: 'Copied', description: 'API key copied to clipboard' }}
            onCopied={onKeyCopied}
          />
        )}
        <p className="text-second text-fg-3">
          Keep it out of anything people can open. A key that ships inside a program can be read out of it: ask for a
          license key to register, and lock users to their hardware.
        </p>
      </div>
    </Card>
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
