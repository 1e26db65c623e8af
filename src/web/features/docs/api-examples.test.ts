import { describe, expect, it } from 'vitest'
import { clientRoutes } from '../../../shared/contract/client-api.ts'
import { apiExamples } from './api-examples.ts'

describe('an example of the documentation', () => {
  it.each(Object.entries(apiExamples({ version: '1.0' })))(
    '%s is a request and an answer of the contract',
    (_, example) => {
      const route = clientRoutes[`POST ${example.path}`]
      expect(route.body.safeParse(example.body)).toMatchObject({ success: true })
      expect(route.reply.parse(example.success)).toEqual(example.success)
      expect(Object.keys(example.body).sort()).toEqual(Object.keys(route.body.parse(example.body)).sort())
      expect(example.success.success).toBe(true)
      expect(example.refusal.success).toBe(false)
    },
  )
})
