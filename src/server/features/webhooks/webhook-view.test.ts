import { expect, it } from 'vitest'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'
import { redactedAnswer } from './webhook-view.ts'

const webhook = {
  ...{ id: 1, accountId: 1, applicationId: 2, format: 'json' },
  url: 'https://hooks.example.com/in/secret-of-the%20path?key=secret-of-the-query',
} as Webhook
const owner: Caller = {
  accountId: 1,
  email: 'owner@example.com',
  role: 'user',
  permissions: [],
  accessVersion: 0,
  sessionHash: '',
}
const reader: Caller = { ...owner, accountId: 3, permissions: ['view_all_data'] }
const token = { id: 1, hash: '', name: 'shop', applicationIds: null }

const answer = 'Cannot POST /in/secret-of-the%20path?key=secret-of-the-query (in "secret-of-the path"), try again later'
const roles = new Map()
const masked = 'Cannot POST /in/••••••••?key=•••••••• (in "••••••••"), try again later'

it('an answer that repeats the address of its webhook is shown without it to who may not see the address', () => {
  expect(redactedAnswer(answer, webhook, owner, roles)).toBe(answer)
  expect(redactedAnswer(answer, webhook, { ...owner, token: { ...token, actions: ['webhooks:write'] } }, roles)).toBe(
    answer,
  )
  expect(redactedAnswer(answer, webhook, { ...owner, token: { ...token, actions: ['webhooks:read'] } }, roles)).toBe(
    masked,
  )
  expect(redactedAnswer(answer, webhook, reader, roles)).toBe(masked)
  expect(redactedAnswer(answer, { ...webhook, format: 'slack' }, owner, roles)).toBe(masked)
  expect(redactedAnswer(null, webhook, reader, roles)).toBeNull()
})
