import { expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { eventNames } from '../../../shared/events.ts'

interface Document {
  readonly components: { readonly parameters: Readonly<Record<string, { readonly name: string }>> }
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
}
interface Operation {
  readonly parameters: readonly { readonly $ref: string }[]
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface Schema {
  readonly properties: {
    readonly type: { readonly const: string }
    readonly data: { readonly required: readonly string[] }
  }
}

it('the OpenAPI document holds a schema of what a webhook gets for each of the twelve events', async () => {
  const test = await createTestApp()
  const { body } = await test.call<Document>('GET', '/api/openapi.json')
  await test.close()
  expect(Object.keys(body.webhooks)).toEqual([...eventNames])
  for (const event of eventNames) {
    const { parameters, requestBody } = body.webhooks[event]?.post ?? { parameters: [], requestBody: { content: {} } }
    const named = parameters.map(({ $ref }) => body.components.parameters[$ref.split('/').at(-1) ?? '']?.name)
    expect(named).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    const schema = requestBody.content['application/json']?.schema
    expect(schema?.properties.type.const).toBe(event)
    expect(schema?.properties.data.required).toEqual([
      'application',
      'user',
      'success',
      'code',
      'reason',
      'ip',
      'userAgent',
      'count',
    ])
  }
})
