import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** From standard input, never from an argument, which every user of the machine can see. Typed ones are not shown. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === '') throw new Error('No password came on standard input.')
  return password
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}

async function askTwice(): Promise<string> {
  const password = await askHidden('New password: ')
  if ((await askHidden('Once more: ')) !== password) throw new Error('The two passwords differ.')
  return password
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
