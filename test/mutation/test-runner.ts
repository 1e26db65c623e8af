import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestOrder, TestReport } from './test-process.ts'

const program = fileURLToPath(new URL('./test-process.ts', import.meta.url))

/** Runs tests in a process that stays, and is replaced when a mutant made it hang. */
export class TestRunner {
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#env = { ...process.env, ...env }
  }

  /** Undefined where the tests did not end in time. */
  async run(order: TestOrder, timeoutMs: number): Promise<TestReport | undefined> {
    const child = this.#started()
    const over = new AbortController()
    const { signal } = over
    const answered = once(child, 'message', { signal }).then(([report]) => report as TestReport)
    const ended = once(child, 'exit', { signal }).then(([code, by]) => {
      this.#child = undefined
      throw new Error(`The process that runs the tests ended by itself: ${by ?? `code ${code}`}`)
    })
    const late = setTimeout(timeoutMs, undefined, { signal })
    child.send(order)
    try {
      const report = await Promise.race([answered, ended, late])
      if (report === undefined) this.stop()
      return report
    } finally {
      for (const each of [answered, ended, late]) each.catch(() => {})
      over.abort()
    }
  }

  /** With all that it started: a test that hangs hears nothing else. */
  stop(): void {
    const { pid } = this.#child ?? {}
    this.#child = undefined
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }

  #started(): ChildProcess {
    this.#child ??= fork(program, { env: this.#env, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    return this.#child
  }
}
