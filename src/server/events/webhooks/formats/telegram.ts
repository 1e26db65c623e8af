import type { ChatMessage } from './chat-message.ts'

/**
 * Text without a parse mode; its values are marked as code by place, so that no name in them becomes a mention and no
 * address a link. The chat stands in the webhook's address, as `chat_id`.
 */
export function telegramBody({ title, facts }: ChatMessage, address: URL): unknown {
  let text = title
  const entities: unknown[] = [{ type: 'bold', offset: 0, length: title.length }]
  for (const { name, value } of facts) {
    text += `\n${name}: `
    entities.push({ type: 'code', offset: text.length, length: value.length })
    text += value
  }
  return {
    ...Object.fromEntries(address.searchParams),
    text,
    entities,
    link_preview_options: { is_disabled: true },
  }
}
