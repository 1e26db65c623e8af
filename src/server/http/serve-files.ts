import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type SendFile<File> = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
  path: string,
) => FastifyReply | Promise<FastifyReply>

/**
 * Serves files by their paths. A folder is one route, since the router compiles functions for each: routes for every
 * file of the build took 11 MiB. A path of a folder that no file has is answered like one without a route.
 */
export function serveFiles<File>(app: FastifyInstance, files: ReadonlyMap<string, File>, send: SendFile<File>): void {
  for (const url of new Set([...files.keys()].map(routeOf))) {
    app.get<{ Params: { '*'?: string } }>(url, { exposeHeadRoute: true }, (request, reply) => {
      const { '*': rest } = request.params
      const path = rest === undefined ? url : url.slice(0, -1) + rest
      const file = files.get(path)
      return file === undefined ? reply.callNotFound() : send(request, reply, file, path)
    })
  }
}

/** `/assets/start-abc123.js` → `/assets/*`, `/robots.txt` → `/robots.txt` */
const routeOf = (path: string) => path.replace(/^(\/[^/]+\/).*$/, '$1*')
