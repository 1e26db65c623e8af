import { expect, test } from 'vitest'
import { matchesSearch } from './matches-search.ts'

const game = { id: 7, name: 'My Game App', description: 'Anti-cheat login' }

test.each(['', '  ', 'game', 'GAME my', 'login app', '7'])('%j finds the application', (search) => {
  expect(matchesSearch(game, search)).toBe(true)
})

test.each(['photo', 'game photo', '77'])('%j does not', (search) => {
  expect(matchesSearch(game, search)).toBe(false)
})
