import { samplePayload } from '../../src/server/events/webhooks/formats/sample-payload.ts'
import { eventNames } from '../../src/shared/events.ts'
import { messageDefaults } from '../../src/shared/messages.ts'
import { type TokenAction, tokenActions } from '../../src/shared/token-actions.ts'
import { eventMeanings } from '../../src/web/features/webhooks/event-meanings.ts'
import { managementCalls } from './calls.ts'

/** All events with their meanings. */
export function insertEvents(): string {
  const lines = eventNames.map((event) => `| \`${event}\` | ${eventMeanings[event]} |`)
  return ['| Event | When |', '|---|---|', ...lines].join('\n')
}

/** What a webhook receives, as its test button sends it. */
export function insertPayload(): string {
  const payload = samplePayload('user_login', { id: 7, name: 'My Game App' }, new Date('2026-01-01T00:00:00.000Z'))
  return `\`\`\`json Body\n${JSON.stringify(payload, null, 2)}\n\`\`\``
}

/** The six texts that an application may change. */
export function insertMessages(): string {
  const lines = Object.entries(messageDefaults).map(([name, text]) => `| \`${name}\` | ${text} |`)
  return ['| Message | Default |', '|---|---|', ...lines].join('\n')
}

/** What a management token may be allowed, and how many calls that opens. */
export function insertTokenActions(): string {
  const callsOf = (action: TokenAction) => managementCalls.filter(({ route }) => route.token === action).length
  const lines = tokenActions.map((action) => `| \`${action}\` | ${callsOf(action)} |`)
  return ['| Action | Calls |', '|---|---|', ...lines].join('\n')
}
