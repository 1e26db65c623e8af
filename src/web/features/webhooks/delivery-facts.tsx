import * as texts from '../../texts/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type DeliveryDetails, statusBadges } from './webhook-types.ts'

/** A delivery with request and response, as plain text. */
export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { status, code, ms, attempt, maxAttempts, error, createdAt, triedAt, nextTryAt, request, answer } = delivery
  const { tone, label } = statusBadges[status]
  const items = [
    { label: texts.status, value: <Badge tone={tone}>{label}</Badge> },
    { label: texts.code, value: code === null ? <span className="text-fg-3">{texts.noResponse}</span> : String(code) },
    { label: texts.duration, value: ms === null ? <span className="text-fg-3">{texts.none}</span> : texts.ms(ms) },
    { label: texts.attempt, value: texts.ofOf(attempt, maxAttempts) },
    { label: texts.created, value: <Time value={createdAt} show="date-time" /> },
    { label: texts.lastAttempt, value: <Time value={triedAt} show="date-time" none={texts.none} /> },
    ...(nextTryAt === null ? [] : [{ label: texts.nextRetry, value: <Time value={nextTryAt} show="date-time" /> }]),
    ...(error === null ? [] : [{ label: texts.error, value: <span className="text-bad">{error}</span> }]),
  ]
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <DescriptionList items={items} />
      <CodeBlock label={texts.requestHeaders} code={headersText(request)} />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div className="w-full min-w-0">
          <CodeBlock label={texts.payload} code={readable(request.body)} />
        </div>
        <CopyButton text={request.body} what={texts.payloadAsSent}>
          {texts.copyAsSent}
        </CopyButton>
      </div>
      {answer === null || answer === '' ? (
        <p className="text-second text-fg-3">{texts.emptyResponse}</p>
      ) : (
        <CodeBlock label={texts.responseFirst2KiB} code={answer} />
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
