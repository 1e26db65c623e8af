import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerMessages } from './child.ts'

/** A response of the real server that this one repeats. */
export interface SampleAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The baseline of the real server: `node:http` and nothing else. It reads and parses the JSON body and responds with
 * the same JSON and headers, without any lookup. Returns its port.
 */
answerMessages((sample: SampleAnswer): Promise<number> => {
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => serve(sample, request, response))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
})

function serve(sample: SampleAnswer, request: IncomingMessage, response: ServerResponse): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    const { session_token } = JSON.parse(text) as { session_token: string }
    const answer = JSON.stringify({ ...sample.body, session_token })
    response.writeHead(200, { ...sample.headers, 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
}
