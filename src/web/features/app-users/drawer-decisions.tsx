import { activityReason } from '../../ui/activity-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { ComparedValues } from './compared-values.tsx'
import { DrawerSection } from './drawer-section.tsx'
import type { Inspection } from './use-inspection.ts'

/** The last 50 decisions about the user, with code and what was compared. */
export function DrawerDecisions({ decisions }: Pick<Inspection, 'decisions'>) {
  return (
    <DrawerSection title="Last decisions">
      {decisions.length === 0 ? (
        <p className="text-second text-fg-3">Nothing was decided about this user yet.</p>
      ) : (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {decisions.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}

function Decision({ decision }: { readonly decision: Inspection['decisions'][number] }) {
  const { event, success, code, compared, ipAddress, count, createdAt } = decision
  const reason = activityReason(decision)
  return (
    <li className="px-3 py-2 text-second">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="text-meta">{event}</code>
        <Badge tone={success ? 'ok' : 'bad'}>{success ? 'Success' : 'Fail'}</Badge>
        <span className="ml-auto text-fg-2">
          <Time value={createdAt} />
        </span>
      </div>
      <p className="text-fg-2">
        {reason} {!success && code !== null && <code className="text-meta text-fg">{code}</code>}{' '}
        <span className="text-fg-3">
          from <span className="font-mono text-meta">{ipAddress}</span>
          {count > 1 && ` · ${formatNumber(count)} times`}
        </span>
      </p>
      <ComparedValues compared={compared} />
    </li>
  )
}
