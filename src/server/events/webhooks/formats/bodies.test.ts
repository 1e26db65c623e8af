import { describe, expect, it } from 'vitest'
import type { ChatMessage } from './chat-message.ts'
import { discordBody } from './discord.ts'
import { slackBody } from './slack.ts'

const message: ChatMessage = {
  title: 'Login failed',
  isSuccess: false,
  facts: [{ name: 'User', value: 'ada' }],
  timestamp: '2026-03-01T12:00:00.000Z',
}
const colorOf = (body: unknown) => (body as { embeds: { color: number }[] }).embeds[0]?.color
const blocksOf = (body: unknown) => (body as { blocks: { type: string }[] }).blocks.map(({ type }) => type)

describe('the body for a chat', () => {
  it('is green in Discord for what succeeded and red for what did not', () => {
    expect(colorOf(discordBody({ ...message, isSuccess: true }))).toBe(0x22_c5_5e)
    expect(colorOf(discordBody(message))).toBe(0xef_44_44)
  })

  it('has a section in Slack where there is one fact, and none where there is none: Slack refuses an empty one', () => {
    expect(blocksOf(slackBody(message))).toEqual(['header', 'section'])
    expect(blocksOf(slackBody({ ...message, facts: [] }))).toEqual(['header'])
  })
})
