import { expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { eventNames } from '../../../shared/events.ts'
import { isSuccess } from '../../../shared/webhook-payload.ts'

interface Document {
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly name: string }>>
    readonly schemas: Readonly<Record<string, { readonly properties: Properties }>>
  }
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
}
interface Operation {
  readonly parameters: readonly { readonly $ref: string }[]
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface Schema {
  readonly allOf: readonly [{ readonly $ref: string }, { readonly properties: Properties }]
}
interface Properties {
  readonly type: { readonly const?: string }
  readonly data: { readonly required?: readonly string[]; readonly properties: { readonly success: object } }
}

it('the OpenAPI document holds a schema of what a webhook gets for every event', async () => {
  const test = await createTestApp()
  const { body } = await test.call<Document>('GET', '/api/openapi.json')
  await test.close()
  expect(Object.keys(body.webhooks)).toEqual([...eventNames])
  for (const event of eventNames) {
    const { parameters, requestBody } = body.webhooks[event]?.post ?? { parameters: [], requestBody: { content: {} } }
    const named = parameters.map(({ $ref }) => body.components.parameters[$ref.split('/').at(-1) ?? '']?.name)
    expect(named).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    const schema = requestBody.content['application/json']?.schema
    const [shared, own] = schema?.allOf ?? []
    expect(own?.properties.type.const).toBe(event)
    expect(own?.properties.data.properties.success).toEqual({ const: isSuccess(event) })
    expect(shared).toEqual({ $ref: '#/components/schemas/WebhookPayload' })
    expect(body.components.schemas.WebhookPayload?.properties.data.required).toEqual([
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
