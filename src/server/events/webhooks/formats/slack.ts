import type { ChatMessage } from './chat-message.ts'

/** Plain-text blocks, which Slack does not format. `& < >` are escaped, since they make up mentions. */
export function slackBody({ title, facts }: ChatMessage): unknown {
  const plain = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false })
  return {
    // The notification text, which contains no untrusted text.
    text: title,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title) },
      ...(facts.length > 0
        ? [{ type: 'section', fields: facts.map(({ name, value }) => plain(`${name}\n${value}`)) }]
        : []),
    ],
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
