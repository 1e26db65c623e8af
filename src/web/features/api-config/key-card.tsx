import { ApiKeyText } from '../../common/api-key-text.tsx'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type ApiKeyRow, useApiKeys, useEndKey } from './use-api-keys.ts'

const RotateKeyDialog = lazyDialog(async () => (await import('./rotate-key-dialog.tsx')).RotateKeyDialog)

export interface KeyCardProps {
  readonly applicationId: number
  /** Complete for users who may change the application, otherwise masked. */
  readonly apiKey: string
  readonly onKeyCopied: () => void
  /** The dialog that rotates the key. */
  readonly rotation: DialogState & { readonly onOpen: () => void }
}

/** The API key, its rotation, and rotated keys that still work. */
export function KeyCard({ applicationId, apiKey, onKeyCopied, rotation }: KeyCardProps) {
  const { data: keys } = useApiKeys(applicationId)
  const current = keys?.find(({ isCurrent }) => isCurrent)
  const replaced = keys?.filter(({ isCurrent }) => !isCurrent) ?? []
  const refusal = useReadOnlyReason()
  return (
    <Card
      title="API Key"
      description="Your software sends it with every call, in the header X-API-Key."
      actions={
        <Button size="sm" needs="manage" onClick={rotation.onOpen}>
          Rotate
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal === undefined ? (
          <ApiKeyText applicationId={applicationId} apiKey={apiKey} onCopied={onKeyCopied} />
        ) : (
          <Note>The API key stays hidden. {refusal}</Note>
        )}
        {current !== undefined && (
          <p className="text-second text-fg-3">
            Last used: <Time value={current.lastUsedAt} none="not yet" />
          </p>
        )}
        {replaced.length > 0 && <ReplacedKeys applicationId={applicationId} keys={replaced} />}
        <p className="text-second text-fg-3">
          Keep it out of anything people can open. A key that ships inside a program can be read out of it: ask for a
          license key to register, and lock users to their hardware.
        </p>
      </div>
      <RotateKeyDialog
        applicationId={applicationId}
        lastUsedAt={current?.lastUsedAt ?? null}
        isOpen={rotation.isOpen}
        onClose={rotation.onClose}
      />
    </Card>
  )
}

interface ReplacedKeysProps {
  readonly applicationId: number
  readonly keys: readonly ApiKeyRow[]
}

/** The last use of an old key shows whether clients still need it. */
function ReplacedKeys({ applicationId, keys }: ReplacedKeysProps) {
  const ending = useDialogValue<ApiKeyRow>()
  const end = useEndKey(applicationId, ending.close)
  return (
    <div className="rounded-inner border border-line">
      <h3 className="border-b border-line px-3 py-2 text-meta font-medium text-fg-3">Replaced keys that still work</h3>
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <div className="min-w-0">
              <code className="break-all text-meta text-fg-2">{shortMask(key.masked)}</code>
              <p className="text-second text-fg-3">
                Ends <Time value={key.expiresAt} /> · last used <Time value={key.lastUsedAt} none="never" />
              </p>
            </div>
            <Button
              size="sm"
              variant="ghost"
              needs="manage"
              aria-label={`End Now: ${shortMask(key.masked)}`}
              onClick={() => ending.open(key)}
            >
              End Now
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        {...ending.dialog}
        title="End this key now?"
        text="Every program that still carries it is refused at once. This cannot be undone."
        needs="manage"
        confirmText="End Key"
        pendingText="Ending..."
        isPending={end.isPending}
        onConfirm={() => ending.value && end.mutate(ending.value.id)}
      />
    </div>
  )
}

/** Fewer bullets than on the cards, so that a list row fits a phone. */
const shortMask = (masked: string) => masked.replace(/•+/, '••••')
