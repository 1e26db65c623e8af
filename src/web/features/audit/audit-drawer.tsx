import * as texts from '../../texts/audit.ts'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatExact } from '../../ui/text/format.ts'
import type { AuditEntry } from './audit-entry.ts'

export interface AuditDrawerProps extends DialogState {
  readonly entry: AuditEntry
}

/** One change in full. */
export function AuditDrawer({ entry, ...state }: AuditDrawerProps) {
  const { action, actor, subject, details, ipAddress, createdAt } = entry
  const text = (value: string) => <bdi className="break-words">{value}</bdi>
  const quiet = (value: string) => <span className="text-fg-3">{value}</span>
  return (
    <Drawer {...state} title={<code>{action}</code>} header={<p className="mt-1 text-fg-2">{text(actor)}</p>}>
      <DescriptionList
        items={[
          { label: texts.time, value: <time dateTime={createdAt}>{formatExact(createdAt)}</time> },
          { label: texts.who, value: text(actor) },
          { label: texts.change, value: <code className="text-second">{action}</code> },
          { label: texts.target, value: text(subject) },
          { label: texts.details, value: details === null ? quiet(texts.none) : text(details) },
          {
            label: 'IP',
            value: ipAddress === '' ? quiet(texts.notShown) : <code className="text-second">{ipAddress}</code>,
          },
        ]}
      />
    </Drawer>
  )
}
