import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '../../shared/pages.ts'
import type { FindCaller } from './auth/authenticate.ts'
import { isGuideFile, serveGuide } from './guide-pages.ts'
import { serveFiles } from './serve-files.ts'
import { compressedOnce, type Encoding, type StaticAnswer, sendStatic, staticAnswer } from './static-answer.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/**
 * The content security policy of a page: its own files, and styles with this response's nonce, which only the dashboard
 * needs. It may connect to this server, and on one page to the identity provider.
 */
const contentPolicy = (nonce: string | undefined, provider: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    `connect-src 'self'${provider === undefined ? '' : ` ${provider}`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')

export interface WebOptions {
  /** Folder of the built web. */
  readonly folder: string
  /** Whether the page offers the demo sign-in; asked for each page. */
  readonly offersDemo: () => Promise<boolean>
  /** Origin of the identity provider. */
  readonly providerOrigin?: string | undefined
  /** Public URL of the server, for the canonical links of public pages. */
  readonly publicOrigin?: string | undefined
  /** Whether a portal is open at this address. */
  readonly isPortal: (slug: string) => Promise<boolean>
  /** Who may read the guide: everybody, or only whom this finds. */
  readonly guideReaders: 'everybody' | FindCaller
}

/**
 * Serves the built web: the page under every path that it knows, and hashed assets for a year. A missing asset is a
 * 404, never the page: after an upgrade an open tab would stay blank. The landing page and files have an ETag; the page
 * of the dashboard, with a new nonce in each response, has none.
 */
export function serveWeb(app: FastifyInstance, options: WebOptions): SendPage {
  const { folder, offersDemo, providerOrigin, publicOrigin, isPortal, guideReaders } = options
  const files = readFiles(folder)
  const landing = files.get('/landing.html')
  const landings = { on: publicPage(landing, publicOrigin, 'on'), off: publicPage(landing, publicOrigin, 'off') }
  const page = files.get('/index.html')?.bytes.toString('utf8')
  const signIn = page && withHead(page, signInHead)
  const portal = files.get('/portal.html')

  const policy = contentPolicy(undefined, undefined)
  serveGuide(app, { files, readers: guideReaders, policy, toPage: (file) => publicPage(file, publicOrigin) })
  const plain = new Map([...files].filter(([path]) => !path.endsWith('.html') && !isGuideFile(path)))
  serveFiles(app, plain, (request, reply, file, path) =>
    sendStatic(request, reply.header('cache-control', cacheControlOf(path)), file),
  )

  return async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = isRead && !path.startsWith('/api/') && !path.startsWith('/assets/')
    if (!wantsPage || page === undefined || signIn === undefined) return undefined
    const [, slug] = /^\/portal\/([^/]*)(?:\/(?:order|password))?\/?$/.exec(path) ?? []
    if (slug !== undefined && portal !== undefined) {
      // no portal looks the same as one that is off
      reply.code((await isPortal(slug)) ? 200 : 404)
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return sendStatic(request, reply, portal)
    }
    const nonce = randomBytes(18).toString('base64')
    reply
      .code(isPage(path) ? 200 : 404)
      .header('content-security-policy', contentPolicy(nonce, isProviderPage(path) ? providerOrigin : undefined))
      .header('cache-control', 'no-store')
    const demo = (await offersDemo()) ? 'on' : 'off'
    const landing = path === '/' && sessionHint(request) === 'none' ? landings[demo] : undefined
    if (landing !== undefined) return sendStatic(request, reply, landing, ['Cookie'])
    return reply
      .header('vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(
        (isSignIn(path) ? signIn : page)
          .replaceAll('__CSP_NONCE__', nonce)
          .replace('__DEMO__', demo)
          .replace('__SESSION__', sessionHint(request)),
      )
  }
}

/** The name of an asset contains a hash of its content. */
const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * A page prerendered by the build, for visitors without a session and search engines: with this server's address in its
 * links, and the landing page with whether the demo runs.
 */
function publicPage(
  file: StaticAnswer | undefined,
  publicOrigin: string | undefined,
  demo: 'on' | 'off' = 'off',
): StaticAnswer | undefined {
  if (file === undefined) return undefined
  const html = file.bytes.toString('utf8')
  const located =
    publicOrigin === undefined
      ? html.replaceAll(/\s*<(?:link|meta) [^>]*__ORIGIN__[^>]*>/g, '')
      : html.replaceAll('__ORIGIN__', () => publicOrigin)
  const text = located.replace('__DEMO__', demo)
  return compressedOnce(file.type, Buffer.from(text))
}

const isSignIn = (path: string) => /^\/login\/?$/.test(path)

/** The sign-in page may be indexed; pages behind it are not. */
const signInHead = [
  '<title>Sign in to Keywright</title>',
  '<meta name="description" content="Sign in to manage the applications, users and license keys of your software." />',
].join('\n    ')

/** Replaces the title and the robots tag of the page with this head. */
const withHead = (page: string, head: string) =>
  page.replace(/\s*<meta name="robots"[^>]*>/, '').replace(/<title>[^<]*<\/title>/, head)

const isProviderPage = (path: string) => /^\/firebase-login\/?$/.test(path)

/** Whether the request carries a session cookie, of HTTPS or HTTP. The page asks whether it is valid. */
function sessionHint(request: FastifyRequest): 'none' | 'maybe' {
  return /(?:^|;)\s*(?:__Host-)?sid=/.test(request.headers.cookie ?? '') ? 'maybe' : 'none'
}

/** Sends the page if the request is for one; undefined leaves the response to the caller. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

/** Hidden files and folders, such as `.git`, and source maps are not served, even if they lie in the folder. */
const isHidden = (path: string) => /\/\.|\.map$/.test(path)

/** What the build writes beside a text file: the same, compressed. They have no address of their own. */
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const isCompressed = (path: string) => Object.values(endings).includes(extname(path))

/** Every file of the build by its URL path. The build is small, so it is kept in memory. */
function readFiles(folder: string): Map<string, StaticAnswer> {
  const files = new Map<string, StaticAnswer>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    if (!entry.isFile() || isHidden(path) || isCompressed(path)) continue
    const type = types[extname(file)] ?? 'application/octet-stream'
    files.set(path, staticAnswer(type, readFileSync(file), readCompressed(file)))
  }
  return files
}

function readCompressed(file: string): Map<Encoding, Buffer> {
  const found = Object.entries(endings).filter(([, ending]) => existsSync(file + ending))
  return new Map(found.map(([encoding, ending]) => [encoding as Encoding, readFileSync(file + ending)]))
}
