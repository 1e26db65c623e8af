import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

/** A child process of a benchmark that handles one message at a time. */
export interface Child<Message, Answer> {
  readonly pid: number
  ask(message: Message): Promise<Answer>
  stop(): Promise<void>
}

/** Starts one of the programs in this folder that call `answerMessages`. */
export function startChild<Message, Answer>(file: string): Child<Message, Answer> {
  const child = fork(new URL(file, import.meta.url), { serialization: 'advanced' })
  const gone = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    async ask(message) {
      child.send(message as Serializable)
      return (await nextMessage(child, file)) as Answer
    },
    async stop() {
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (answer) => {
      child.off('exit', failed)
      resolve(answer)
    })
  })
}

/** The child's side: answers each message, and exits when its parent does. */
export function answerMessages<Message, Answer>(answer: (message: Message) => Promise<Answer>): void {
  process.on('message', (message) => {
    // The parent may have exited; then nobody needs the answer.
    void answer(message as Message).then((result) => process.send?.(result, () => {}))
  })
  process.on('disconnect', () => process.exit())
}
