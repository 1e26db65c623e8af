import { expect, test } from 'vitest'
import { readLines } from './plan-import.ts'

test('a value per line, the reason behind a comma, semicolon or tab', () => {
  const text = '203.0.113.9\n198.51.100.0/24, VPN exit\n2001:db8::/32;Spam\nmallory\tchargeback, twice\n'
  expect(readLines(text)).toEqual([
    { line: 1, value: '203.0.113.9', reason: '' },
    { line: 2, value: '198.51.100.0/24', reason: 'VPN exit' },
    { line: 3, value: '2001:db8::/32', reason: 'Spam' },
    { line: 4, value: 'mallory', reason: 'chargeback, twice' },
  ])
})

test('blank lines and remarks are passed over, and each line keeps its number', () => {
  expect(readLines('\ufeff# from the firewall\r\n\r\n  a#b  \r\n,\r\n"with, comma","and ""quotes"""\r\n')).toEqual([
    { line: 3, value: 'a#b', reason: '' },
    { line: 5, value: 'with, comma', reason: 'and "quotes"' },
  ])
})

test('a text that is no CSV is read as it stands', () => {
  expect(readLines('5" screen\n"never closed').map(({ value }) => value)).toHaveLength(2)
  expect(readLines('')).toEqual([])
})
