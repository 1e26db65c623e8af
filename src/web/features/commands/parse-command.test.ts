import { expect, it } from 'vitest'
import { parseCommand } from './parse-command.ts'

it('tells an action from whom it is about', () => {
  expect(parseCommand('ban sofia')).toEqual({ verb: 'ban', search: 'sofia' })
  expect(parseCommand('  Reset hwid of sofia ')).toEqual({ verb: 'reset', search: 'sofia' })
  expect(parseCommand('ext sofia.k@example.com')).toEqual({ verb: 'ext', search: 'sofia.k@example.com' })
  expect(parseCommand('ban everywhere sofia')).toEqual({ verb: 'ban', search: 'sofia' })
})

it('searches an action alone as it is typed, since a user may be called so', () => {
  expect(parseCommand('extend')).toEqual({ verb: 'extend', search: 'extend' })
  expect(parseCommand('ban user')).toEqual({ verb: 'ban', search: 'ban user' })
})

it('takes a name for a name, also one that begins like an action', () => {
  for (const name of ['sofia', 'banner', 'pa', 'KW-AAAAA-BBBBB', '203.0.113.9']) {
    expect(parseCommand(name)).toEqual({ verb: '', search: name })
  }
})
