import type { ChatMessage } from './chat-message.ts'

const green = 0x22_c5_5e
const red = 0xef_44_44

/**
 * An embed whose values stand in code spans: nothing in them is a mention, a link or Markdown. Mentions are switched off
 * beside that.
 */
export function discordBody({ title, isSuccess, facts, timestamp }: ChatMessage): unknown {
  return {
    username: 'Keywright',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title,
        color: isSuccess ? green : red,
        fields: facts.map(({ name, value }) => ({ name, value: codeSpan(value) })),
        timestamp,
      },
    ],
  }
}

/** Two backticks around, none beside another within: an invisible sign keeps them apart. */
function codeSpan(value: string): string {
  if (!value.includes('`')) return `\`${value}\``
  return `\`\` ${value.replaceAll('`', '`\u200b')} \`\``
}
