import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindCaller } from './auth/authenticate.ts'
import { Problem } from './problem.ts'
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

  for (const [path, file] of files) {
    if (!isGuideFile(path)) continue
    const page = path.endsWith('.html') ? toPage(file) : undefined
    const address = path.replace(/\.html$/, '')
    const route = { exposeHeadRoute: true }
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      if (page !== undefined) reply.header('content-security-policy', policy)
      if (await isAllowed(request)) return send(request, reply, page ?? file)
      if (page === undefined) throw new Problem('not_signed_in')
      return reply.header('cache-control', 'no-store').redirect(`/login?next=${encodeURIComponent(address)}`, 302)
    }
    app.get(address, route, handle)
    if (page !== undefined) app.get(`${address}/`, route, handle)
  }
}
