import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindCaller } from './auth/authenticate.ts'
import { Problem } from './problem.ts'
import { serveFiles } from './serve-files.ts'
import { type StaticAnswer, sendStatic } from './static-answer.ts'

export interface GuideOptions {
  /** The built web by path. */
  readonly files: ReadonlyMap<string, StaticAnswer>
  /** Who may read: everybody, or only whom this finds. */
  readonly readers: 'everybody' | FindCaller
  /** The pages' content security policy. */
  readonly policy: string
  /** Fills this server's address into a page. */
  readonly toPage: (file: StaticAnswer) => StaticAnswer | undefined
}

interface GuideFile {
  /** Without the slash that a page may have at its end. */
  readonly address: string
  readonly file: StaticAnswer
  readonly isPage: boolean
}

/** Pages, their Markdown, the search's index and the list for language models. */
export const isGuideFile = (path: string): boolean => path.startsWith('/docs/') || path === '/llms.txt'

/**
 * Serves the guide: `/docs/{slug}` and the files beside it. A path that the build did not write is not served here, so
 * it gets the 404 page. Where visitors may not read it, they are led to the sign-in, and no cache keeps anything.
 */
export function serveGuide(app: FastifyInstance, { files, readers, policy, toPage }: GuideOptions): void {
  const isPublic = readers === 'everybody'
  const isAllowed = async (request: FastifyRequest) => isPublic || (await readers(request)) !== null
  const send = (request: FastifyRequest, reply: FastifyReply, file: StaticAnswer) =>
    sendStatic(request, reply.header('cache-control', isPublic ? 'no-cache' : 'no-store'), file)

  const addresses = new Map<string, GuideFile>()
  for (const [path, file] of files) {
    if (!isGuideFile(path)) continue
    const page = path.endsWith('.html') ? toPage(file) : undefined
    const address = path.replace(/\.html$/, '')
    addresses.set(address, { address, file: page ?? file, isPage: page !== undefined })
    if (page !== undefined) addresses.set(`${address}/`, { address, file: page, isPage: true })
  }
  serveFiles(app, addresses, async (request, reply, { address, file, isPage }) => {
    if (isPage) reply.header('content-security-policy', policy)
    if (await isAllowed(request)) return send(request, reply, file)
    if (!isPage) throw new Problem('not_signed_in')
    return reply.header('cache-control', 'no-store').redirect(`/login?next=${encodeURIComponent(address)}`, 302)
  })
}
