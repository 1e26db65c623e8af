import { TriangleAlert } from 'lucide-react'
import * as texts from '../../texts/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/text/time.tsx'
import type { Webhook } from './webhook-types.ts'

/** Status the developer should know: disabled by the server, receiver failing, two secrets valid. */
export function WebhookNotice({ webhook, onEnable }: { readonly webhook: Webhook; readonly onEnable: () => void }) {
  const { notice, retryAt, previousSecretEndsAt, isActive } = webhook
  return (
    <>
      {notice !== null && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-inner border border-bad/50 bg-raised px-3.5 py-2.5"
        >
          <TriangleAlert size={16} strokeWidth={1.75} className="shrink-0 text-bad" aria-hidden />
          <p className="min-w-0 grow basis-60">
            <span className="font-medium">{texts.stoppedByTheServer}</span> <Time value={notice.at} />: {notice.message}
          </p>
          <Button size="sm" needs="manage" onClick={onEnable}>
            {texts.enable}
          </Button>
        </div>
      )}
      {isActive && retryAt !== null && (
        <p className="text-second text-warn">
          {texts.theEndpointKeepsFailing} <Time value={retryAt} />.
        </p>
      )}
      {previousSecretEndsAt !== null && (
        <p className="text-second text-fg-2">
          {texts.thePreviousSecretAlso} <Time value={previousSecretEndsAt} show="date-time" />.
        </p>
      )}
    </>
  )
}
