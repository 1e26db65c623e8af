import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ignored = /(^|\/)(node_modules|dist|\.git|\.node)\//
const pages = globSync('**/*.md', { cwd: root, exclude: (path) => /^(node_modules|dist|\.\w+)$/.test(path) })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !ignored.test(path))

const quoted = /`((?:src|test|bench|scripts|clients|demo|docs)\/[^\s`]*)`/g
const link = /\]\(([^)\s]+)\)/g

/** Files and folders that stand for any of a kind, such as `src/web/features/<entity>/`. */
const isPattern = (path: string) => /[<>*{}…]/.test(path)

function missingPaths(text: string): readonly string[] {
  return [...text.matchAll(quoted)]
    .map(([, path = '']) => path)
    .filter((path) => !isPattern(path) && !existsSync(root + path))
}

const sourceFiles = globSync(['*.ts', '{src,test,bench,demo,scripts,clients}/**/*.{ts,tsx,mjs}'], { cwd: root })
  .map((path) => `/${path.replaceAll('\\', '/')}`)
  .filter((path) => !ignored.test(path))

/** Files named by the end of their path, such as `decide/decide-login.ts`. */
const missingFiles = (text: string) =>
  [...text.matchAll(/`([\w-][\w./-]*\.tsx?)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !sourceFiles.some((path) => path.endsWith(`/${name}`)))

function brokenLinks(page: string, text: string): readonly string[] {
  return [...text.matchAll(link)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z]+:|#|\/)/.test(target))
    .filter((target) => !existsSync(posix.join(root, posix.dirname(page), target.replace(/#.*/, ''))))
}

const inPages = (find: (text: string, page: string) => readonly string[]) =>
  pages.flatMap((page) => find(readFileSync(root + page, 'utf8'), page).map((found) => `${page}: ${found}`))

describe('the documents', () => {
  it('are found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/glossary.md', 'docs/decisions/README.md']))
    expect(pages.length).toBeGreaterThan(40)
  })

  it('quote only paths that exist', () => {
    expect(inPages(missingPaths)).toEqual([])
  })

  it('name only files that exist where they tell how this code works', () => {
    const ours = /^(CONTRIBUTING|README|docs\/(glossary|decisions\/[\w-]+)|src\/.*)\.md$/
    expect(inPages((text, page) => (ours.test(page) ? missingFiles(text) : []))).toEqual([])
  })

  it('link only to pages that exist', () => {
    expect(inPages((text, page) => brokenLinks(page, text))).toEqual([])
  })

  it('have a page for every decision that a comment names', () => {
    const others = sourceFiles.filter((path) => path !== '/test/documents/quoted-paths.test.ts')
    const named = others.flatMap((path) =>
      [...readFileSync(root + path, 'utf8').matchAll(/docs\/decisions\/[\w-]+\.md/g)].map(([page]) => ({ path, page })),
    )
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter(({ page }) => !existsSync(root + page))).toEqual([])
  })

  it('are refused with a path or a link that leads nowhere', () => {
    expect(missingPaths('`src/server/app.ts` and `src/server/gone.ts`, `src/web/features/<entity>/`')).toEqual([
      'src/server/gone.ts',
    ])
    expect(
      brokenLinks('docs/glossary.md', '[a](decisions/webhooks.md) [b](decisions/gone.md) [c](https://a.b)'),
    ).toEqual(['decisions/gone.md'])
  })
})
