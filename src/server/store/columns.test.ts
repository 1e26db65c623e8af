import { expect, it } from 'vitest'
import { blankAsNull } from './columns.ts'

it('a blank text is stored as none, which inherits, and one that a change does not name stays as it is', () => {
  expect([blankAsNull(''), blankAsNull(' \t '), blankAsNull(null)]).toEqual([null, null, null])
  expect([blankAsNull(undefined), blankAsNull(' Hello ')]).toEqual([undefined, ' Hello '])
})
