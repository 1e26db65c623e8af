import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Read from standard input, because other users of the machine can see arguments. Typed passwords are not shown. */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === '') throw new Error('No password on standard input.')
  return password
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}

async function askTwice(): Promise<string> {
  const password = await askHidden('New password: ')
  if ((await askHidden('Repeat password: ')) !== password) throw new Error("The passwords don't match.")
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
