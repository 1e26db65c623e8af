import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { csvText } from '../../ui/text/csv-text.ts'
import { formatCount } from '../../ui/text/format.ts'
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
        {formatCount(keys.length, 'key')} generated.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={keys.join('\n')}
          what="all keys"
          done={{ title: 'Copied', description: `${formatCount(keys.length, 'license key')} copied to clipboard` }}
          size="md"
        >
          Copy All
        </CopyButton>
        <Button icon={icon} onClick={() => saveFile(`${name}.txt`, `${keys.join('\n')}\n`, 'text/plain')}>
          Save .txt
        </Button>
        <Button icon={icon} onClick={() => saveFile(`${name}.csv`, generatedCsv(licenses), 'text/csv')}>
          Save .csv
        </Button>
      </div>
      {/* Scrolls inside itself, so it has to be reached by keyboard. */}
      <textarea
        readOnly
        aria-label="Generated keys"
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
