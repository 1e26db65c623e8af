import { Download } from 'lucide-react'
import * as texts from '../../texts/licenses.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { csvText } from '../../ui/text/csv-text.ts'
import type { License } from './use-licenses.ts'

export interface GeneratedKeysProps {
  readonly applicationId: number
  readonly licenses: readonly License[]
}

/** The keys that were just made: to copy, or to save as text or table. */
export function GeneratedKeys({ applicationId, licenses }: GeneratedKeysProps) {
  const keys = licenses.map(({ licenseKey }) => licenseKey)
  const icon = <Download size={16} strokeWidth={1.75} aria-hidden />
  const name = `license-keys-${applicationId}`
  return (
    <>
      <p role="status" className="font-medium">
        {texts.generated(keys.length)}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={keys.join('\n')}
          what={texts.allKeys}
          done={{ title: texts.copied, description: texts.copiedToClipboard(keys.length) }}
          size="md"
        >
          {texts.copyAll}
        </CopyButton>
        <Button icon={icon} onClick={() => saveFile(`${name}.txt`, `${keys.join('\n')}\n`, 'text/plain')}>
          {texts.saveTxt}
        </Button>
        <Button icon={icon} onClick={() => saveFile(`${name}.csv`, generatedCsv(licenses), 'text/csv')}>
          {texts.saveCsv}
        </Button>
      </div>
      {/* Scrolls inside itself, so it has to be reached by keyboard. */}
      <textarea
        readOnly
        aria-label={texts.generatedKeys}
        rows={10}
        className="w-full resize-y rounded-inner border border-line bg-bg p-3 font-mono text-meta text-fg-2"
        value={keys.join('\n')}
      />
    </>
  )
}

function generatedCsv(licenses: readonly License[]): string {
  return csvText(
    ['license_key', 'max_users', 'validity_days', 'validity_start', 'expires_at', 'description'],
    licenses.map(({ licenseKey, maxUsers, validityDays, validityStart, expiresAt, description }) => [
      licenseKey,
      maxUsers,
      validityDays,
      validityStart,
      expiresAt,
      description,
    ]),
  )
}
