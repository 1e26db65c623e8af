import { describe, expect, test } from 'vitest'
import { readVectors } from '../../../../clients/test/signature-vectors.ts'
import { verifySignature } from './verify-signature.ts'

const { signatures } = readVectors()

describe('the browser’s verification', () => {
  test.for(signatures.cases)('judges as the samples do: $name', async ({ isRight, pinned, body, ...rest }) => {
    const keys = pinned.map((name) => signatures.keys[name] ?? '')
    const verdict = await verifySignature({ method: 'POST', ...rest, body: new TextEncoder().encode(body) }, keys)
    const isUnsigned = rest.signature === null || rest.signatureInput === null
    expect(verdict).toBe(isRight ? 'right' : isUnsigned ? 'unsigned' : 'wrong')
  })
})
