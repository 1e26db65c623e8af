import { expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const refusing = { writeText: () => Promise.reject(new Error('NotAllowedError')) }

test('the clipboard is used where there is one, and the field is left alone', async () => {
  const written: string[] = []
  const viaField = vi.fn(() => true)
  const clipboard = { writeText: async (text: string) => void written.push(text) }
  expect(await copyText('kw_1', { clipboard, viaField })).toBe(true)
  expect(written).toEqual(['kw_1'])
  expect(viaField).not.toHaveBeenCalled()
})

test('without a clipboard (plain http) the field copies', async () => {
  const viaField = vi.fn(() => true)
  expect(await copyText('kw_1', { viaField })).toBe(true)
  expect(viaField).toHaveBeenCalledWith('kw_1')
})

test('a refused clipboard falls back to the field', async () => {
  expect(await copyText('kw_1', { clipboard: refusing, viaField: () => true })).toBe(true)
})

test('when neither works the answer is no, without an exception', async () => {
  expect(await copyText('kw_1', { clipboard: refusing, viaField: () => false })).toBe(false)
  const throwing = () => {
    throw new Error('no execCommand')
  }
  expect(await copyText('kw_1', { viaField: throwing })).toBe(false)
})
