import { expect, test } from 'vitest'
import { readApiError } from './api-error.ts'

test('the message of a JSON body is shown', async () => {
  const body = JSON.stringify({
    message: 'Username is required',
    code: 'invalid_request',
    fields: { username: 'Username is required' },
  })
  const error = await readApiError(new Response(body, { status: 400, statusText: 'Bad Request' }))
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_request',
    message: 'Username is required',
    fields: { username: 'Username is required' },
  })
})

test('JSON without a message shows status code and status text', async () => {
  const error = await readApiError(new Response('{}', { status: 502, statusText: 'Bad Gateway' }))
  expect(error.message).toBe('502 Bad Gateway')
  expect((await readApiError(new Response('', { status: 502, statusText: 'Bad Gateway' }))).message).toBe(
    '502 Bad Gateway',
  )
})

test('another body shows the status code and the raw text', async () => {
  const error = await readApiError(new Response('upstream is down', { status: 502, statusText: 'Bad Gateway' }))
  expect(error.message).toBe('502 upstream is down')
})

test('request id and waiting time are kept', async () => {
  const headers = { 'x-request-id': 'r-1', 'retry-after': '7' }
  const error = await readApiError(new Response('{"message":"Rate limit exceeded"}', { status: 429, headers }))
  expect(error).toMatchObject({ requestId: 'r-1', retryAfterSeconds: 7 })
})

test('the request id of a body is kept, by either of its names', async () => {
  for (const name of ['requestId', 'request_id']) {
    const body = JSON.stringify({ message: 'Internal error', [name]: 'r-2' })
    expect((await readApiError(new Response(body, { status: 500 }))).requestId).toBe('r-2')
  }
})
