import { existsSync, readdirSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildGuide, guideMarkdown, renderGuide } from '../../guide/build-guide.ts'
import { type GuidePage, guidePages } from '../../guide/guide-pages.ts'
import type { RenderedPage } from '../../guide/render-markdown.ts'
import { readConfig, settings } from '../../src/server/config.ts'
import { isUnguessable } from '../../src/server/features/portal/order-reference.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { errors } from '../../src/shared/errors.ts'
import type { SearchIndex } from '../../src/shared/guide-search-index.ts'
import { outcomeCodes } from '../../src/shared/outcomes.ts'
import { findInGuide } from '../../src/web/common/find-in-guide.ts'
import { readFromRoot, root } from '../documents/repository-files.ts'

const shell = '<html><head><!-- guide: head --></head><body><!-- guide: body --></body></html>'
const sourceOf = ({ slug }: GuidePage) => readFromRoot(`docs/guide/${slug}.md`)

/** Links below /docs, and files of the server that a page may name. */
const otherAddresses = ['/', '/docs', '/docs/', '/llms.txt', '/api/openapi.json', '/api/postman.json', '/docs-theme.js']

function brokenLinks(html: string, files: ReadonlyMap<string, string>, own: string): string[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, target = '']) => target)
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      if (/^(https?:|__ORIGIN__)/.test(target) || (otherAddresses.includes(path) && anchor === undefined)) return false
      const file = path === '' ? own : `${path.slice(1)}${path.endsWith('.md') ? '' : '.html'}`
      const text = files.get(file)
      return text === undefined || (anchor !== undefined && !text.includes(`id="${anchor}"`))
    })
}

/** Words of the glossary's right column, and phrases that no text may have. A name in code, as that of a field, may be one. */
const unwanted =
  /(?<![`"/])\b(whoever|whom|somebody|any more|meanwhile|goes on|hears of|is no|e-mail|hardware id|machine|licence|at once)\b/

/** How each kind of code in a page is proved. A kind that is not here has no proof, so it is no kind. */
const proofs: Readonly<Record<string, (code: string) => string | undefined>> = {
  // Run by guide-snippets.test.ts.
  'sh curl': (code) => (/^curl /.test(code) ? undefined : 'is no request'),
  'sh Terminal': unknownCommand,
  // Run by packed-release.test.ts.
  'sh Verify': (code) => (/^(sha256sum|ssh-keygen -Y verify) /.test(code) ? undefined : 'verifies nothing'),
  'env .env': (code) => problemOf(() => readConfig(Object.fromEntries(code.trim().split('\n').map(pairOf)))),
  // Run by the tests in clients/management.
  'js JavaScript': (code) => (code.includes("from '@keywright/management'") ? undefined : 'is no use of the client'),
  'python Python': (code) => (code.startsWith('from keywright_management ') ? undefined : 'is no use of the client'),
  // What it needs is nothing of ours. An SDK that is loaded in the same way is run by traces.test.ts.
  'js tracing/tracing.mjs': (code) =>
    ts.transpileModule(code, { reportDiagnostics: true }).diagnostics?.length === 0 ? undefined : 'is no JavaScript',
  'env Environment': (code) =>
    code
      .trim()
      .split('\n')
      .every((line) => /^(NODE_OPTIONS=--import \/|OTEL_)\S+/.test(line))
      ? undefined
      : 'is no setting of Node.js or OpenTelemetry',
  // Imported by guide-imports.test.ts.
  'csv users.csv': (code) => (/^username,/.test(code) ? undefined : 'is no list of users'),
  'csv licenses.csv': (code) => (/^license_key,/.test(code) ? undefined : 'is no list of licenses'),
  json: (code) => problemOf(() => JSON.parse(code)),
  http: (code) =>
    code
      .trim()
      .split('\n')
      .every((line) => /^[\w-]+: \S/.test(line))
      ? undefined
      : 'is no header',
  // The filter is read by the real program in failed-sign-ins.test.ts.
  'ini jail.local': (code) =>
    existsSync(`${root}deploy/fail2ban/filter.d/${/^filter = (.*)$/m.exec(code)?.[1]}.conf`)
      ? undefined
      : 'is no filter',
  // Opened by test/walks/portal.test.ts.
  'text Address': (code) => {
    const [, slug, ref = ''] = /^https:\/\/[^/]+\/portal\/([^/]+)\/order\?ref=(\S+)$/.exec(code.trim()) ?? []
    return slug !== undefined && isUnguessable(ref) ? undefined : 'shows no keys'
  },
  // The lines that are signed: compared with the rules for clients.
  'text Signed text': (code) => (code.trim().split('\n').length === 6 ? undefined : 'has other than six lines'),
}

const pairOf = (line: string) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]

function problemOf(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const { scripts: ownScripts, version } = JSON.parse(readFromRoot('package.json')) as {
  scripts: Record<string, string>
  version: string
}
const scripts = Object.keys(ownScripts)
/** How the packed program is installed and started; its commands are those of the clone. */
const packedLines = [
  `npm install --ignore-scripts ./keywright-${version}.tgz`,
  'npx keywright',
  `tar --extract --gzip --file keywright-${version}-linux-x64.tar.gz`,
  `./keywright-${version}-linux-x64/keywright`,
]
/** No commands of ours; the image is built and run by `test/server/container-image.test.ts`. */
const foreignLines = [
  'npm install --prefix tracing @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto',
  'pg_dump -Fc "$DATABASE_URL" > keywright.dump',
  'docker build --file Containerfile --tag keywright .',
  'docker run --detach --publish 127.0.0.1:3000:3000 --volume keywright:/data --stop-timeout 20 keywright',
]
const cli = readFromRoot('src/server/cli.ts')
/** Commands are the keys of a table; those of one word stand there without quotes. */
const hasCommand = (name: string) => cli.includes(`  '${name}': {`) || cli.includes(`\n  ${name}: {`)

/** A command is a script of package.json, or installs the packed program; after `npm run cli --` it is one of the program's own. */
function unknownCommand(code: string): string | undefined {
  return code
    .trim()
    .split('\n')
    .map((line) => line.replace(/^npx keywright (?=\S)/, 'npm run cli -- '))
    .find((line) => {
      if (packedLines.includes(line) || foreignLines.includes(line)) return false
      const [, script, short, words = ''] = /^npm (?:run ([\w:-]+)|(start|test))(?: -- (.*))?$/.exec(line) ?? []
      const command = words.split(' ').slice(0, 2).join(' ')
      // of a command of one word, what follows is an option
      const name = command.replace(/ --.*/, '')
      const isKnown = scripts.includes(script ?? short ?? '')
      return !isKnown || (script === 'cli' && command !== '--help' && !hasCommand(name))
    })
}

function unprovedCode(markdown: string): string[] {
  return [...markdown.matchAll(/^```([^\n]+)\n([\s\S]*?)^```$/gm)].flatMap(([, info = '', code = '']) => {
    const proof = proofs[info] ?? proofs[info.split(' ')[0] ?? '']
    const problem = proof === undefined ? 'no test proves it' : proof(code)
    return problem === undefined ? [] : [`${info}: ${problem}`]
  })
}

describe('the guide', () => {
  let files: ReadonlyMap<string, string>
  let pages: ReadonlyMap<GuidePage, RenderedPage>
  beforeAll(async () => {
    ;[files, pages] = await Promise.all([buildGuide(shell), renderGuide()])
  }, 60_000)

  it('has a text for every page of its navigation, and no other', () => {
    const texts = readdirSync(`${root}docs/guide`).map((file) => file.replace(/\.md$/, ''))
    expect(texts.toSorted()).toEqual(guidePages.map(({ slug }) => slug).toSorted())
  })

  it('links only to pages and anchors that exist', () => {
    const broken = [...files].flatMap(([file, text]) =>
      file.endsWith('.html') ? brokenLinks(text, files, file).map((target) => `${file}: ${target}`) : [],
    )
    expect(broken).toEqual([])
    const planted =
      '<a href="/docs/gone">a</a><a href="/docs/errors#gone">b</a><a href="#gone">c</a><a href="/docs/errors#hwid_mismatch">d</a>'
    expect(brokenLinks(planted, files, 'docs/start.html')).toEqual(['/docs/gone', '/docs/errors#gone', '#gone'])
  })

  it('proves every code block that a page writes itself', () => {
    const unproved = guidePages.flatMap((page) => unprovedCode(sourceOf(page)).map((found) => `${page.slug}: ${found}`))
    expect(unproved).toEqual([])
    expect(
      unprovedCode(
        '```ruby\nputs 1\n```\n```sh Terminal\nnpm run gone\n```\n```sh Terminal\nnpm start\n```\n```sh Terminal\nnpx keywright gone\n```',
      ),
    ).toEqual(['ruby: no test proves it', 'sh Terminal: npm run gone', 'sh Terminal: npm run cli -- gone'])
    expect(unprovedCode('```text Address\nhttps://a.example/portal/game/order?ref=1042\n```')).toHaveLength(1)
    expect(unprovedCode('```env .env\nPORT=many\n```\n```json\n{]\n```')).toHaveLength(2)
  })

  it('names only variables of the environment that the server reads', () => {
    const named = guidePages.flatMap((page) =>
      /^(install|backups|upgrades|security|limits|webhooks)$/.test(page.slug)
        ? [...sourceOf(page).matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name)
        : [],
    )
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  })

  it('names only codes that the server answers with', () => {
    const codes: readonly string[] = [...outcomeCodes, ...Object.keys(errors)]
    const named = guidePages.flatMap((page) =>
      [...sourceOf(page).matchAll(/\/docs\/errors#(\w+)/g)].map(([, code = '']) => code),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((code) => !codes.includes(code))).toEqual([])
    const page = files.get('docs/errors.html') ?? ''
    expect(outcomeCodes.filter((code) => !page.includes(`id="${code}"`))).toEqual([])
  })

  it('speaks the words of the glossary', () => {
    const found = guidePages.flatMap((page) =>
      sourceOf(page)
        .split('\n')
        .filter((line) => unwanted.test(line))
        .map((line) => `${page.slug}: ${line}`),
    )
    expect(found).toEqual([])
    expect(unwanted.test('The machine refused it.')).toBe(true)
  })

  it('says in at most 200 characters what each page is about, each something else', () => {
    const texts = [...pages.values()].map(({ description }) => description)
    expect(texts.filter((text) => text.length > 200 || text.length < 50)).toEqual([])
    expect(new Set(texts).size).toBe(guidePages.length)
  })

  it('gives the whole page as Markdown, and lists all of them for language models', () => {
    const list = files.get('llms.txt') ?? ''
    for (const page of guidePages) {
      const markdown = guideMarkdown(page)
      expect(files.get(`docs/${page.slug}.md`)).toBe(markdown)
      expect(markdown).not.toContain('<!-- insert')
      expect(list).toContain(`(/docs/${page.slug}.md)`)
    }
    expect(guideMarkdown({ slug: 'webhooks', label: '' })).toContain('hmac.compare_digest')
  })

  it('tells language models in 8 KiB how to start, every call of programs, and every code', () => {
    const list = files.get('llms.txt') ?? ''
    expect(Buffer.byteLength(list)).toBeLessThanOrEqual(8 * 1024)
    expect(list).toContain('`POST /api/v1/session/track`')
    for (const [key, { auth, token }] of Object.entries<RouteDef>(contract)) {
      const path = key.split(' ')[1]?.replace('/api/applications/:id/', '…/') ?? ''
      if (auth === 'session' && token !== 'none') expect(list, key).toContain(` ${path}\``)
    }
    for (const code of outcomeCodes) expect(list).toContain(`\`${code}\``)
    expect(list).not.toContain('/api/account')
    expect(list).toContain('(/api/openapi.json)')
  })

  it('is searched by an index of at most 38 kB, word by word', () => {
    const text = files.get('docs/search.json') ?? ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(38_000)
    const index = JSON.parse(text)
    const hrefs = (search: string) => findInGuide(index, search).map(({ href }) => href)
    expect(hrefs('hwid_mismatch')[0]).toBe('/docs/errors#hwid_mismatch')
    expect(hrefs('key master')).toContain('/docs/backups#keep-the-master-key')
    expect(hrefs('  WEBHOOKS ')[0]).toBe('/docs/webhooks')
    expect(hrefs('verify signature')).toContain('/docs/webhooks#verify-the-signature')
    expect(hrefs('licenses/batch')[0]).toMatch(/^\/docs\/api-licenses#call-post/)
    expect(hrefs('zzzz')).toEqual([])
    expect(hrefs('  ')).toEqual([])
  })

  it('is searched by an index whose headings all stand where it says', () => {
    const index = JSON.parse(files.get('docs/search.json') ?? '') as SearchIndex
    expect(index.map(([slug]) => slug)).toEqual(guidePages.map(({ slug }) => slug))
    const titles = index.flatMap(([, , headings]) => headings.map(([title]) => title))
    expect(titles.length).toBeGreaterThan(200)
    const hrefs = new Set(titles.flatMap((title) => findInGuide(index, title).map(({ href }) => href)))
    expect(brokenLinks([...hrefs].map((href) => `href="${href}"`).join(''), files, '')).toEqual([])
  })
})
