import { Badge } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { type DeliveryDetails, statusBadges } from './webhook-types.ts'

/** A delivery with request and response, as plain text. */
export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { status, code, ms, attempt, maxAttempts, error, createdAt, triedAt, nextTryAt, request, answer } = delivery
  const { tone, label } = statusBadges[status]
  const items = [
    { label: 'Status', value: <Badge tone={tone}>{label}</Badge> },
    { label: 'Code', value: code === null ? <span className="text-fg-3">No response</span> : String(code) },
    { label: 'Duration', value: ms === null ? <span className="text-fg-3">None</span> : `${formatNumber(ms)} ms` },
    { label: 'Attempt', value: `${attempt} of ${maxAttempts}` },
    { label: 'Created', value: <Time value={createdAt} show="date-time" /> },
    { label: 'Last attempt', value: <Time value={triedAt} show="date-time" none="None" /> },
    ...(nextTryAt === null ? [] : [{ label: 'Next retry', value: <Time value={nextTryAt} show="date-time" /> }]),
    ...(error === null ? [] : [{ label: 'Error', value: <span className="text-bad">{error}</span> }]),
  ]
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <DescriptionList items={items} />
      <CodeBlock label="Request headers" code={headersText(request)} />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div className="w-full min-w-0">
          <CodeBlock label="Payload" code={readable(request.body)} />
        </div>
        <CopyButton text={request.body} what="payload as sent">
          Copy As Sent
        </CopyButton>
      </div>
      {answer === null || answer === '' ? (
        <p className="text-second text-fg-3">Empty response</p>
      ) : (
        <CodeBlock label="Response (first 2 KiB)" code={answer} />
      )}
    </div>
  )
}

function headersText({ method, url, headers }: DeliveryDetails['request']): string {
  return [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
}

/** Pretty-printed JSON; other text stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
