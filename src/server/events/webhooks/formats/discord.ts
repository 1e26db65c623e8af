import type { ChatMessage } from './chat-message.ts'

const green = 0x22_c5_5e
const red = 0xef_44_44

/**
 * An embed with the values in code spans, so that nothing in them is a mention, a link or Markdown. Mentions are also
 * turned off.
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

/** Delimited by two backticks; a zero-width space separates backticks inside, so that none ends the span. */
function codeSpan(value: string): string {
  if (!value.includes('`')) return `\`${value}\``
  return `\`\` ${value.replaceAll('`', '`\u200b')} \`\``
}
