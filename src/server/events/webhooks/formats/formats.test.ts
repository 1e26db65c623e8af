import { describe, expect, it } from 'vitest'
import { type EventName, eventNames } from '../../../../shared/events.ts'
import type { WebhookFormat } from '../../../../shared/webhook-formats.ts'
import { outgoingRequest } from '../send/outgoing-request.ts'
import { truncate } from './chat-message.ts'
import { samplePayload } from './sample-payload.ts'

const at = new Date('2026-03-01T12:00:00.000Z')
const telegram = 'https://api.telegram.org/bot1:token/sendMessage?chat_id=-100123&message_thread_id=7'

/** The message when every untrusted field holds this text. */
function sent(format: Exclude<WebhookFormat, 'json'>, text: string, event: EventName = 'login_failed') {
  const payload = samplePayload(event, { id: 7, name: text }, at)
  const user = { id: 1, username: text }
  const data = { ...payload.data, user, ip: text, userAgent: text, reason: text, count: 480 }
  const body = JSON.stringify({ ...payload, data })
  const url = format === 'telegram' ? telegram : 'https://chat.test/hook'
  const request = outgoingRequest({ url, format, secrets: ['unused'] }, { messageId: 'msg_1', body }, at)
  return { ...request, json: JSON.parse(request.body) }
}

interface Entity {
  readonly type: string
  readonly offset: number
  readonly length: number
}

const hostile = [
  '@everyone',
  '<!channel>',
  '<@123456>',
  '[x](http://e)',
  '*_~|>#-',
  'http://evil.test/',
  '`',
  '``` ```',
  '``',
  '<b>&amp;',
  '\\`',
  '@here https://e',
  'x'.repeat(5000),
  '👨‍👩‍👧‍👦'.repeat(1000),
  'e\u0301'.repeat(3000),
  '`'.repeat(5000),
]

describe('the message of a chat', () => {
  it.each(hostile)('shows Discord %j as it is: no mention, no link, no Markdown', (text) => {
    const { json } = sent('discord', text)
    expect(json.allowed_mentions).toEqual({ parse: [] })
    const [embed] = json.embeds
    let total = embed.title.length
    for (const { name, value } of embed.fields) {
      total += name.length + value.length
      expect(name.length).toBeLessThanOrEqual(256)
      expect(value.length).toBeLessThanOrEqual(1024)
      expect(value.length).toBeGreaterThan(0)
      expectCodeSpan(value)
    }
    expect(embed.fields.length).toBeLessThanOrEqual(25)
    expect(total).toBeLessThanOrEqual(6000)
    expect(json.content).toBeUndefined()
  })

  it.each(hostile)('shows Slack %j as it is, in plain text with & < > escaped', (text) => {
    const { json } = sent('slack', text)
    expect(json.text).toBe('Login failed (sample)')
    for (const block of json.blocks) {
      for (const part of block.fields ?? [block.text]) {
        expect(part).toMatchObject({ type: 'plain_text', emoji: false })
        expect(part.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
        expect(part.text.length).toBeLessThanOrEqual(2000)
      }
    }
    expect(JSON.stringify(json)).not.toContain('mrkdwn')
  })

  it.each(hostile)('shows Telegram %j as code, so that nothing in it is a mention or a link', (text) => {
    const { json, url } = sent('telegram', text)
    expect(url).toBe('https://api.telegram.org/bot1:token/sendMessage')
    expect(json).toMatchObject({
      chat_id: '-100123',
      message_thread_id: '7',
      link_preview_options: { is_disabled: true },
    })
    expect(json.parse_mode).toBeUndefined()
    expect(json.text.length).toBeLessThanOrEqual(4096)
    const codes = (json.entities as Entity[]).filter(({ type }) => type === 'code')
    // Without the parts marked as code, only fixed text is left.
    let rest: string = json.text
    for (const { offset, length } of codes.toReversed()) rest = rest.slice(0, offset) + rest.slice(offset + length)
    expect(rest).toBe('Login failed (sample)\nApplication: \nUser: \nIP address: \nUser agent: \nReason: \nTimes: ')
  })

  it('says in its title what happened, of every event', () => {
    const titles = eventNames.map((event) => sent('slack', 'x', event).json.text)
    for (const title of titles) expect(title).toMatch(/^[A-Z][\w ]+ \(sample\)$/)
    expect(new Set(titles).size).toBe(eventNames.length)
  })

  it('carries no header of the signed format: the address is the secret', () => {
    for (const format of ['discord', 'slack', 'telegram'] as const) {
      expect(Object.keys(sent(format, 'a').headers).sort()).toEqual(['content-type', 'user-agent'])
    }
  })

  it('names order and license in the samples of those events that have them', () => {
    const namedBy = (event: EventName) => {
      const { order, license } = samplePayload(event, { id: 7, name: 'Demo' }, at).data
      return { order, license }
    }
    const named = { id: expect.any(Number) }
    expect(namedBy('order_paid')).toEqual({ order: named, license: named })
    expect(namedBy('order_unmatched')).toEqual({ order: named, license: null })
    expect(namedBy('license_redeemed')).toEqual({ order: null, license: named })
    expect(namedBy('session_end')).toEqual({ order: undefined, license: undefined })
  })

  it('leaves out what is not known, and names a user by the id where that is all there is', () => {
    const payload = samplePayload('session_end', { id: 7, name: 'Demo' }, at)
    const data = { ...payload.data, user: { id: 12, username: null }, userAgent: '' }
    const body = JSON.stringify({ ...payload, data })
    const { body: text } = outgoingRequest(
      { url: 'https://e.test/', format: 'discord', secrets: [] },
      { messageId: 'm', body },
      at,
    )
    const fields = JSON.parse(text).embeds[0].fields.map(({ name, value }: { name: string; value: string }) => [
      name,
      value,
    ])
    expect(fields).toEqual([
      ['Application', '`Demo`'],
      ['User', '`#12`'],
      ['IP address', '`203.0.113.7`'],
      ['Reason', '`No heartbeat for 90 seconds.`'],
    ])
  })
})

describe('a text that is too long', () => {
  it('is cut between letters as people see them, with a sign that it was', () => {
    expect(truncate('short', 10)).toBe('short')
    expect(truncate('abcdefghij', 5)).toBe('abcd…')
    expect(truncate('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12)).toBe('👨‍👩‍👧‍👦…')
    expect(truncate('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 11)).toBe('…')
    expect(truncate('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…')
  })
})

/** Delimited by one or two backticks, with no run of as many inside, so the span ends where the text does. */
function expectCodeSpan(value: string): void {
  const fence = value.startsWith('``') ? '``' : '`'
  expect(value.startsWith(fence) && value.endsWith(fence)).toBe(true)
  expect(value.slice(fence.length, -fence.length)).not.toContain(fence)
}
