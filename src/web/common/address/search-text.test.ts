import { describe, expect, test } from 'vitest'
import { oneOf, parseSearch, stringifySearch, textOf } from './search-text.ts'

describe('search parameters', () => {
  test.each(['1234', 'true', 'null', '"quoted"', '{"a":1}', '0x10', '1e3', 'a+b', 'ünï & =?#', '  '])(
    'the text %j comes back as it was',
    (q) => {
      expect(parseSearch(stringifySearch({ q }).slice(1))).toEqual({ q })
    },
  )

  test('what is absent or blank leaves no trace in the address', () => {
    expect(stringifySearch({ q: '', dialog: undefined, type: 'ip' })).toBe('?type=ip')
    expect(stringifySearch({ q: '' })).toBe('')
  })

  test('lists, orders and paths stay readable', () => {
    expect(stringifySearch({ event: 'login_failed,hwid_mismatch', sort: 'lastLogin:desc', next: '/app/7' })).toBe(
      '?event=login_failed,hwid_mismatch&sort=lastLogin:desc&next=/app/7',
    )
  })

  test('an unknown word counts as absent', () => {
    expect(oneOf(['ip', 'hwid'], 'hwid')).toBe('hwid')
    expect(oneOf(['ip', 'hwid'], 'toString')).toBeUndefined()
    expect(textOf(['a'])).toBeUndefined()
  })
})
