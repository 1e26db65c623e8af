import { ApiKeyText } from '../../common/api-key-text.tsx'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/api-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Time } from '../../ui/text/time.tsx'
import { KeyList } from './key-list.tsx'
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
      title={texts.apiKey}
      description={texts.sendItWithEvery}
      actions={
        <Button size="sm" needs="manage" onClick={rotation.onOpen}>
          {texts.rotate}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal === undefined ? (
          <ApiKeyText applicationId={applicationId} apiKey={apiKey} onCopied={onKeyCopied} />
        ) : (
          <Note>{texts.theApiKeyIs(refusal)}</Note>
        )}
        {current !== undefined && (
          <p className="text-second text-fg-3">
            {texts.lastUsed} <Time value={current.lastUsedAt} none={texts.notYet} />
          </p>
        )}
        {replaced.length > 0 && <ReplacedKeys applicationId={applicationId} keys={replaced} />}
        <p className="text-second text-fg-3">{texts.aKeyShippedInside}</p>
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
    <>
      <KeyList title={texts.replacedKeysThatStill}>
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <div className="min-w-0">
              <code className="break-all text-meta text-fg-2">{shortMask(key.masked)}</code>
              <p className="text-second text-fg-3">
                {texts.expires} <Time value={key.expiresAt} /> {texts.lastUsedText}{' '}
                <Time value={key.lastUsedAt} none="never" />
              </p>
            </div>
            <Button
              size="sm"
              variant="ghost"
              needs="manage"
              aria-label={texts.endNowOf(shortMask(key.masked))}
              onClick={() => ending.open(key)}
            >
              {texts.endNow}
            </Button>
          </li>
        ))}
      </KeyList>
      <ConfirmDialog
        {...ending.dialog}
        title={texts.endThisKeyNow}
        text={texts.clientsStillUsingIt}
        needs="manage"
        confirmText={texts.endKey}
        pendingText={texts.ending}
        isPending={end.isPending}
        onConfirm={() => ending.value && end.mutate(ending.value.id)}
      />
    </>
  )
}

/** Fewer bullets than on the cards, so that a list row fits a phone. */
const shortMask = (masked: string) => masked.replace(/•+/, '••••')
