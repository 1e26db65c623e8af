import type { ReactNode } from 'react'
import { TextLink } from '../../ui/text-link.tsx'
import { Chapter, Points } from './chapter.tsx'
import { RenderWhenVisible } from './render-when-visible.tsx'

/** `snippets`: code that verifies a delivery. */
export function WebhooksChapter({ snippets }: { readonly snippets: ReactNode }) {
  return (
    <Chapter
      id="webhooks"
      intro={
        <>
          The server calls your address when something happens. Set them up under{' '}
          <TextLink href="/webhooks">Webhooks</TextLink>; Discord, Slack and Telegram addresses work as they are.
        </>
      }
    >
      <Points
        items={[
          'Answer with any 2xx within 15 seconds, and do the work afterwards.',
          'The same delivery may come twice: webhook-id is the same then.',
          'What fails is tried again, nine times within about three days. 410 turns the webhook off.',
          'Check webhook-signature before you believe anything.',
        ]}
      />
      <RenderWhenVisible>{snippets}</RenderWhenVisible>
    </Chapter>
  )
}
