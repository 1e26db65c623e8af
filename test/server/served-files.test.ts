import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../harness/raw-connection.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const webFolder = join(root, 'dist/web')

/** Files of the program, the repository and the data folder that must not be served. */
const own = [
  'package.json',
  'package-lock.json',
  '.gitignore',
  '.npmrc',
  '.env.example',
  'src/server/main.ts',
  'README.md',
]
const data = ['keywright.db', 'keywright.db-wal', 'master.key', 'admin.key']
const metadata = [
  '.git/HEAD',
  '.git/config',
  '.git/index',
  '.git/logs/HEAD',
  '.svn/entries',
  '.svn/wc.db',
  '.hg/dirstate',
]
const secrets = ['.env', '.env.local', '.stamp', '.DS_Store', '.htpasswd', '.vscode/settings.json', '.ci/check.yml']

/** Path traversal variants. */
const ways: readonly ((file: string) => string)[] = [
  (file) => `/${file}`,
  (file) => `//${file}`,
  (file) => `/${file.replace('.', '%2e')}`,
  (file) => `/assets/../../../${file}`,
  (file) => `/../../${file}`,
  (file) => `/assets/%2e%2e/%2e%2e/%2e%2e/${file}`,
  (file) => `/..%2f..%2f${file.replaceAll('/', '%2f')}`,
  (file) => `/%252e%252e%252f%252e%252e%252f${file}`,
  (file) => `/..%5c..%5c${file}`,
  (file) => `/..\\..\\${file}`,
  (file) => `/....//....//${file}`,
  (file) => `/%c0%ae%c0%ae/%c0%ae%c0%ae/${file}`,
  (file) => `/.;/${file}`,
  (file) => `/${file}%00.js`,
  (file) => `/${file}?raw`,
  (file) => `/@fs${root}${file}`,
  (file) => `file://${root}${file}`,
]

describe.skipIf(!existsSync(webFolder))('the running server with its built web', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.stop())

  const ask = (path: string) =>
    sendRaw(server.origin, { head: `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n` })

  it.each([...metadata, ...secrets, ...own, ...data])('does not serve %s, however it is asked for', async (file) => {
    const place = [join(root, file), join(server.dataDir, file), join(webFolder, file)].find(existsSync)
    const bytes = place === undefined ? undefined : readFileSync(place).subarray(0, 200).toString('latin1').trim()
    for (const way of ways) {
      const { status, text } = await ask(way(file))
      expect([400, 404], `${way(file)}: ${text}`).toContain(status)
      if (bytes) expect(text, way(file)).not.toContain(bytes)
    }
  })

  const built = readdirSync(webFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(webFolder.length))

  it('serves what the build made for browsers, and a folder has no listing', async () => {
    const shown = built.filter((path) => !/\/\.|\.(html|br|gz)$/.test(path))
    expect(shown.length).toBeGreaterThan(50)
    const kinds = new Set(shown.map((path) => path.slice(path.lastIndexOf('.'))))
    expect(
      [...kinds].filter(
        (kind) => !/^\.(js|css|svg|png|jpg|webp|ico|woff2|json|txt|md|tgz|whl|zip|nupkg|jar|pom|crate)$/.test(kind),
      ),
    ).toEqual([])
    const { status } = await fetch(`${server.origin}${shown[0]}`)
    expect(status).toBe(200)
    const compressed = built.filter((path) => /\.(br|gz)$/.test(path))
    expect(compressed.length).toBeGreaterThan(50)
    for (const path of compressed.slice(0, 4)) expect((await ask(path)).status, path).toBe(404)
    for (const folder of ['/assets', '/assets/', '/pictures/']) {
      const answer = await ask(folder)
      expect(answer.status, folder).toBe(404)
      // The page that says so names its own few files.
      const named = shown.filter((path) => answer.text.includes(path.slice(path.lastIndexOf('/') + 1)))
      expect(named.length, folder).toBeLessThan(10)
    }
  })

  it('has no source map, and no file that names one', async () => {
    const scripts = built.filter((path) => /\.(js|css)$/.test(path))
    expect(built.filter((path) => path.endsWith('.map'))).toEqual([])
    for (const path of scripts) {
      expect(readFileSync(webFolder + path, 'utf8'), path).not.toMatch(/sourceMappingURL=(?!['"$])\S/)
    }
    for (const path of scripts.slice(0, 3)) expect((await ask(`${path}.map`)).status).toBe(404)
  })
})
