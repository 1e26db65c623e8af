import { describe, expect, it } from 'vitest'
import { checkSentHwid, decideHwid } from './decide-access.ts'

const bound = 'BFEBFBFF000906EA'
const locked = {
  ...{ isChecked: true, isLocked: true, boundHwid: bound, sentHwid: bound, isPlaceholder: false },
  ...{ isFurther: false, isMatch: false, moreDevices: 0, limit: 1 },
}
const three = { limit: 3, moreDevices: 1, sentHwid: 'other' }

describe('the hardware lock', () => {
  it.each([
    ['the same machine passes', {}, 'ok'],
    ['another machine does not', { sentHwid: 'other' }, 'mismatch'],
    ['a machine that does not say does not', { sentHwid: undefined }, 'mismatch'],
    ['an empty id does not', { sentHwid: '', isPlaceholder: true }, 'mismatch'],
    ['the first machine binds', { boundHwid: null }, 'bind'],
    ['no machine binds without an id', { boundHwid: null, sentHwid: undefined, isPlaceholder: true }, 'mismatch'],
    ['no machine binds with an id that many have', { boundHwid: null, sentHwid: '0', isPlaceholder: true }, 'mismatch'],
    [
      'an id that many have still passes where the maker bound it',
      { boundHwid: '0', sentHwid: '0', isPlaceholder: true },
      'ok',
    ],
    ['nobody is checked while the application does not check', { isChecked: false, sentHwid: 'other' }, 'ok'],
    ['nobody binds while the application does not check', { isChecked: false, boundHwid: null }, 'ok'],
    ['a user who is not locked passes anywhere', { isLocked: false, sentHwid: undefined }, 'ok'],
    ['a user who is not locked binds nothing', { isLocked: false, boundHwid: null }, 'ok'],
    ['a machine beside the first passes', { ...three, isFurther: true }, 'ok'],
    ['one more binds while there is room', three, 'bind_further'],
    ['the last one allowed binds', { ...three, limit: 3, moreDevices: 1 }, 'bind_further'],
    ['beyond the limit none binds', { ...three, moreDevices: 2 }, 'limit'],
    ['the first machine passes at the limit', { ...three, moreDevices: 2, sentHwid: bound }, 'ok'],
    ['a lowered limit keeps what is bound', { ...three, limit: 1, moreDevices: 2, isFurther: true }, 'ok'],
    ['a limit lowered to one says what one always said', { ...three, limit: 1, moreDevices: 2 }, 'mismatch'],
    ['a limit lowered below what is bound', { ...three, limit: 2, moreDevices: 4 }, 'limit'],
    ['no machine beside the first binds with an id that many have', { ...three, isPlaceholder: true }, 'mismatch'],
    ['no machine beside the first binds without an id', { ...three, sentHwid: undefined }, 'mismatch'],
    ['the first of several is bound as the first', { limit: 3, boundHwid: null }, 'bind'],
    [
      'a machine whose components match takes the place of the bound one',
      { sentHwid: 'other', isMatch: true },
      'relearn',
    ],
    ['a match binds no other machine, also where there is room', { ...three, isMatch: true }, 'relearn'],
    ['a match needs no room', { ...three, moreDevices: 2, isMatch: true }, 'relearn'],
    ['the same machine passes as ever, whatever matches', { isMatch: true }, 'ok'],
    ['a machine that does not say does not pass by a match', { sentHwid: undefined, isMatch: true }, 'mismatch'],
    [
      'an id that many have does not pass by a match',
      { sentHwid: '0', isPlaceholder: true, isMatch: true },
      'mismatch',
    ],
    [
      'a match changes nothing while the application does not check',
      { isChecked: false, isMatch: true, sentHwid: 'other' },
      'ok',
    ],
    ['nobody is checked beside the first either', { ...three, isChecked: false }, 'ok'],
  ] as const)('%s', (_name, facts, decision) => {
    expect(decideHwid({ ...locked, ...facts })).toBe(decision)
  })

  it('compares whole ids, letter by letter', () => {
    const others = [bound.toLowerCase(), ` ${bound}`, `${bound} `, `${bound}0`, `0${bound}`]
    for (let length = 0; length < bound.length; length += 1)
      others.push(bound.slice(0, length), bound.slice(length + 1))
    for (const sentHwid of others)
      expect({ sentHwid, is: decideHwid({ ...locked, sentHwid }) }).toEqual({ sentHwid, is: 'mismatch' })
  })
})

describe('a machine that is named after the login', () => {
  const on = { hwidLockEnabled: true }
  const off = { hwidLockEnabled: false }
  const user = { isHwidLocked: true, hwid: bound }
  it.each([
    ['the bound one', on, user, bound, 'allowed'],
    ['another', on, user, 'other', 'other'],
    ['any, while no login has bound one', on, { ...user, hwid: null }, bound, 'unbound'],
    ['none, as older programs do', on, user, undefined, 'allowed'],
    ['none, while no login has bound one', on, { ...user, hwid: null }, null, 'allowed'],
    ['another, of a user who is not locked', on, { ...user, isHwidLocked: false }, 'other', 'allowed'],
    ['another, while the application does not check', off, user, 'other', 'allowed'],
  ] as const)('%s', (_name, application, locked, hwid, expected) => {
    expect(checkSentHwid(application, locked, hwid)).toBe(expected)
  })

  it('one that is bound beside the first', () => {
    expect(checkSentHwid(on, user, 'other', true)).toBe('allowed')
  })
})
