import { expect, test } from 'vitest'
import { blankWebhook, changeOf, effectiveFormat, formOf, newWebhookOf } from './webhook-form.ts'
import type { Webhook } from './webhook-types.ts'

const stored: Webhook = {
  id: 3,
  applicationId: null,
  url: 'https://example.com/hook',
  isUrlMasked: false,
  events: ['user_login', 'session_end'],
  isActive: true,
  format: 'json',
  isFormatDerived: true,
  hasSecret: true,
  previousSecretEndsAt: null,
  notice: null,
  pendingCount: 0,
  retryAt: null,
  successfulTries: 0,
  failedTries: 0,
  successRate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const chat = { ...stored, url: 'https://discord.com/api/webhooks/…', isUrlMasked: true, format: 'discord' } as const

test('a new webhook is active and hears of user_login; a blank secret is left out', () => {
  const form = { ...blankWebhook(7), url: ' https://example.com/hook ' }
  expect(newWebhookOf(form)).toEqual({
    url: 'https://example.com/hook',
    events: ['user_login'],
    isActive: true,
    applicationId: 7,
  })
  expect(newWebhookOf({ ...form, secret: '  ' })).not.toHaveProperty('secret')
  expect(newWebhookOf({ ...form, secret: ' my own ', applicationId: undefined })).toEqual({
    url: 'https://example.com/hook',
    events: ['user_login'],
    isActive: true,
    secret: ' my own ',
  })
})

test('a chat is known by its address and gets no secret', () => {
  const form = { ...blankWebhook(undefined), url: 'https://discord.com/api/webhooks/1/abc', secret: 'unused' }
  expect(effectiveFormat(form)).toBe('discord')
  expect(newWebhookOf(form)).not.toHaveProperty('secret')
  expect(newWebhookOf({ ...form, format: 'json' })).toMatchObject({ format: 'json', secret: 'unused' })
})

test('only what differs is sent', () => {
  const form = formOf(stored)
  expect(changeOf(form, stored)).toEqual({})
  expect(changeOf({ ...form, events: ['user_login'] }, stored)).toEqual({ events: ['user_login'] })
  expect(changeOf({ ...form, isActive: false, format: 'slack' }, stored)).toEqual({ isActive: false, format: 'slack' })
})

test('a masked address is not filled in, and stays when the field is left blank', () => {
  const form = formOf(chat)
  expect(form.url).toBe('')
  expect(changeOf(form, chat)).toEqual({})
  expect(changeOf({ ...form, url: 'https://discord.com/api/webhooks/2/def' }, chat)).toEqual({
    url: 'https://discord.com/api/webhooks/2/def',
  })
})
