import type { ChatMessage } from './chat-message.ts'

/**
 * Text without a parse mode. Values are marked as code by their offset, so that nothing in them becomes a mention or a
 * link. The chat is the `chat_id` of the webhook's URL.
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
