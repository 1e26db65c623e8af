import { lstatSync, type Stats, statSync } from 'node:fs'
import { connect } from 'node:net'
import packageJson from '../../../package.json' with { type: 'json' }
import type { AccountCommand } from './account-command.ts'
import type { CommandOutput } from './command-output.ts'
import { commandSocketPath } from './command-socket-path.ts'

/** Lets the server that runs on the data folder run the command. Undefined: no server listens there. */
export async function askServer(dataDir: string, command: AccountCommand): Promise<CommandOutput | undefined> {
  const place = process.platform === 'win32' ? undefined : commandSocketPath(dataDir)
  if (place === undefined) return undefined
  try {
    const stats = lstatSync(place.file, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    assertOwn(place.file, stats, dataDir)
    const text = await exchange(place.path, `${JSON.stringify({ version: packageJson.version, command })}\n`)
    if (text === undefined) return undefined
    const reply = JSON.parse(text) as CommandOutput | { readonly error: string }
    if ('error' in reply) throw new Error(reply.error)
    return reply
  } finally {
    place.release()
  }
}

/** Another user who may write in the folder could put a socket of their own there, to learn what is sent. */
function assertOwn(file: string, stats: Stats, dataDir: string): void {
  const isOwn = stats.isSocket() && stats.uid === statSync(dataDir).uid && (stats.mode & 0o077) === 0
  if (!isOwn) throw new Error(`${file} is not the socket of a Keywright server. Remove it, and restart the server.`)
}

/** Sends a line and reads until the end. Undefined where nobody listens: the server was killed and left its socket. */
function exchange(path: string, line: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(path, () => socket.write(line))
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else if (error.code === 'EACCES') reject(new Error('Run the command as the user of the running server.'))
      else reject(error)
    })
    socket.once('close', () => {
      if (text.endsWith('\n')) resolve(text)
      else reject(new Error('The server ended before it answered. Run the command again to see whether it was done.'))
    })
  })
}
