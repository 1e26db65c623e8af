import type { ChatMessage } from './chat-message.ts'

/** Blocks of plain text, in which Slack reads no formatting; `& < >` are escaped, since mentions are made of them. */
export function slackBody({ title, facts }: ChatMessage): unknown {
  const plain = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false })
  return {
    // What notifications show: nothing in it is anybody's text.
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
