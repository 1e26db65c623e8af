import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { posixStart } from '../../scripts/release/make-archives.mjs'
import { mallocArenas, serverEnvironment } from '../../scripts/server-environment.mjs'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it.each(['Containerfile', 'deploy/keywright.service'])(
  '%s limits the heaps of the C library as npm start does',
  (path) => {
    expect(read(path)).toMatch(new RegExp(`^(ENV|Environment=).*\\bMALLOC_ARENA_MAX=${mallocArenas}$`, 'm'))
  },
)

it('the launcher of the archives limits them too, and a variable that is set already stays as it is', () => {
  expect(posixStart).toMatch(/^export MALLOC_ARENA_MAX="\$\{MALLOC_ARENA_MAX:-2\}"$/m)
  expect(serverEnvironment({})).toMatchObject({ MALLOC_ARENA_MAX: mallocArenas })
  expect(serverEnvironment({ MALLOC_ARENA_MAX: '8', NODE_COMPILE_CACHE: '/elsewhere' })).toEqual({
    MALLOC_ARENA_MAX: '8',
    NODE_COMPILE_CACHE: '/elsewhere',
  })
})
