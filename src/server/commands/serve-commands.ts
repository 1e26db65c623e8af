import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { z } from 'zod'
import { withReserve } from '../db/open.ts'
import type { Log } from '../lib/log.ts'
import { AccountCommand, type AccountCommandDeps, runAccountCommand } from './account-command.ts'
import { commandSocketPath, type SocketPath } from './command-socket-path.ts'

/** One line each way. A command has 10 seconds to arrive. */
const maxRequestBytes = 16 * 1024
const requestTimeoutMs = 10_000

/** What a command sends to the running server. */
const CommandRequest = z.object({
  /** Version of the program that asks. */
  version: z.string(),
  command: z.unknown(),
})

interface ServeCommandsDeps extends AccountCommandDeps {
  readonly dataDir: string
  readonly version: string
  readonly log: Log
}

/**
 * Runs commands of the operator in this server, on a socket in the data folder that only the server's own user may use.
 * Call it while the data folder is locked: what is there from before belongs to a server that has died. Returns a
 * function that stops it. A server without the socket works: commands then need it to be stopped.
 */
export async function serveCommands(deps: ServeCommandsDeps): Promise<() => Promise<void>> {
  // Named pipes of Windows may be opened under a name that another user took first.
  const place = process.platform === 'win32' ? undefined : commandSocketPath(deps.dataDir)
  if (place === undefined) return noSocket
  const waiting = new Set<Socket>()
  const server = createServer((socket) => serve(deps, socket, waiting))
  try {
    await listen(server, place)
  } catch (error) {
    place.release()
    deps.log.warn('commands need this server to be stopped: no socket could be made', {
      file: place.file,
      reason: String(error),
    })
    return noSocket
  }
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of waiting) socket.destroy()
    await closed
    place.release()
  }
}

const noSocket = async () => {}

async function listen(server: Server, { file, path }: SocketPath): Promise<void> {
  rmSync(file, { force: true })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, () => resolve()))
  chmodSync(file, 0o600)
}

/** Reads a line, runs the command, and answers in one line. `waiting`: connections whose command has not begun. */
function serve(deps: ServeCommandsDeps, socket: Socket, waiting: Set<Socket>): void {
  let text = ''
  waiting.add(socket)
  socket.once('close', () => waiting.delete(socket))
  socket.on('error', () => socket.destroy())
  socket.setTimeout(requestTimeoutMs, () => {
    if (waiting.has(socket)) socket.destroy()
  })
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    if (!waiting.has(socket)) return
    text += chunk
    if (text.length > maxRequestBytes) socket.destroy()
    if (!text.endsWith('\n')) return
    waiting.delete(socket)
    void answer(deps, text).then((reply) => socket.end(`${JSON.stringify(reply)}\n`))
  })
}

async function answer(deps: ServeCommandsDeps, text: string): Promise<object> {
  try {
    const { version, command } = CommandRequest.parse(JSON.parse(text))
    if (version !== deps.version) {
      throw new Error(
        `The running server is version ${deps.version}, this program is ${version}. ` +
          'Run the command with the program of the server, or restart the server first.',
      )
    }
    const parsed = AccountCommand.parse(command)
    return await withReserve(() => runAccountCommand(deps, parsed))
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
