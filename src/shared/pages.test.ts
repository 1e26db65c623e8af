import { expect, test } from 'vitest'
import { hasScreen, isPage } from './pages.ts'

test('every part of the settings is a page of an application that can exist, also one whose name is unknown', () => {
  for (const path of ['/app/7/settings/general', '/app/7/settings/danger/', '/app/7/settings/nonsense']) {
    expect([path, isPage(path), hasScreen(path)]).toEqual([path, true, true])
  }
  for (const path of ['/app/7/settings', '/app/7/settings/', '/app/7/settings/team/more']) {
    expect([path, isPage(path), hasScreen(path)]).toEqual([path, false, false])
  }
  expect([isPage('/app/x/settings/team'), hasScreen('/app/x/settings/team')]).toEqual([false, true])
})
