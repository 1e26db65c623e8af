import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '../../shared/pages.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Content encodings for text, smallest first. Browsers accept Brotli only over HTTPS (and on localhost), so gzip is
 * needed too.
 */
const encodings = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => zip(bytes, { level: 9 }),
}
type Encoding = keyof typeof encodings

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt'])

interface WebFile {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed once, on the first request that accepts it. */
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/**
 * The content security policy of the page: its own files, and styles with this response's nonce. It may connect to this
 * server, and on one page to the identity provider.
 */
const contentPolicy = (nonce: string, provider: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
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
  /** Public URL of the server, for the canonical link of the landing page. */
  readonly publicOrigin?: string | undefined
}

/**
 * Serves the built web: the page under every path that it knows, and hashed assets for a year. A missing asset is a
 * 404, never the page: after an upgrade an open tab would stay blank.
 */
export function serveWeb(app: FastifyInstance, options: WebOptions): SendPage {
  const { folder, offersDemo, providerOrigin, publicOrigin } = options
  const files = readFiles(folder)
  const landing = landingOf(files, publicOrigin)
  const page = files.get('/index.html')?.bytes.toString('utf8')
  const signIn = page && withHead(page, signInHead)

  for (const [path, file] of files) {
    if (path.endsWith('.html')) continue
    app.get(path, { schema: { hide: true } }, (request, reply) => sendFile(request, reply, path, file))
  }

  return async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const wantsPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/assets/')
    if (!wantsPage || page === undefined || signIn === undefined) return undefined
    const nonce = randomBytes(18).toString('base64')
    const isVisitor = path === '/' && sessionHint(request) === 'none'
    const demo = (await offersDemo()) ? 'on' : 'off'
    return reply
      .code(isPage(path) ? 200 : 404)
      .header('content-security-policy', contentPolicy(nonce, isProviderPage(path) ? providerOrigin : undefined))
      .header('cache-control', 'no-store')
      .header('vary', 'Cookie')
      .type('text/html; charset=utf-8')
      .send(
        isVisitor && landing !== undefined
          ? landing
          : (isSignIn(path) ? signIn : page)
              .replaceAll('__CSP_NONCE__', nonce)
              .replace('__DEMO__', demo)
              .replace('__SESSION__', sessionHint(request)),
      )
  }
}

/**
 * The landing page, prerendered by the build, for visitors without a session. Search engines may index it and the
 * sign-in page.
 */
function landingOf(files: ReadonlyMap<string, WebFile>, publicOrigin: string | undefined): string | undefined {
  const html = files.get('/landing.html')?.bytes.toString('utf8')
  if (publicOrigin === undefined) return html?.replace(/\s*<link rel="canonical"[^>]*>/, '')
  return html?.replace('__ORIGIN__', () => publicOrigin)
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

async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: WebFile): Promise<Buffer> {
  const isHashed = path.startsWith('/assets/')
  reply.type(file.type).header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (!compressible.has(extname(path))) return file.bytes
  reply.header('vary', 'Accept-Encoding')
  const encoding = encodingFor(request)
  if (encoding === undefined) return file.bytes
  reply.header('content-encoding', encoding)
  const bytes = file.encoded.get(encoding) ?? encodings[encoding](file.bytes)
  file.encoded.set(encoding, bytes)
  return bytes
}

function encodingFor(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/i.test(accepted)) return 'br'
  return /\bgzip\b/i.test(accepted) ? 'gzip' : undefined
}

/** Hidden files and folders, such as `.git`, and source maps are not served, even if they lie in the folder. */
const isHidden = (path: string) => /\/\.|\.map$/.test(path)

/** Every file of the build by its URL path. The build is small, so it is kept in memory. */
function readFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/')
    if (!entry.isFile() || isHidden(path)) continue
    const type = types[extname(file)] ?? 'application/octet-stream'
    files.set(path, { type, bytes: readFileSync(file), encoded: new Map() })
  }
  return files
}
