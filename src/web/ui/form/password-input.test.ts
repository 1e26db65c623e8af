import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordInput } from './password-input.tsx'

test('a password is masked until one asks to see it, and nothing keeps password managers away', () => {
  const html = renderToStaticMarkup(createElement(PasswordInput, { autoComplete: 'current-password' }))
  expect(html).toContain('type="password"')
  expect(html).toMatch(/autocomplete="current-password"/i)
  expect(html).not.toMatch(/autocomplete="off"/i)
})
