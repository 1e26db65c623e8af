import { expect, test } from 'vitest'
import { leaseCases, readVectors, signatureCases } from '../../../../clients/test/signature-vectors.ts'

const { signatures, leases } = readVectors()

test('the server signs the same bytes as when the vectors were given out', () => {
  expect(signatureCases(signatures)).toEqual(signatures.cases)
})

test('the server issues the same leases as when the vectors were given out', () => {
  expect(leaseCases(signatures)).toEqual(leases.cases)
})
