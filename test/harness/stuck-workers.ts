import { readFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Longer than any single test may take. */
export const stuckAfterMs = Number(process.env.TEST_STUCK_AFTER_MS ?? 12 * 60_000)

/**
 * Kills the workers when no test has ended for long, and names their files; vitest counts an error for each, and runs the
 * others. The limits of tests and hooks are timers of the worker itself, which a loop without an end, or a program that is
 * waited for synchronously, keeps from firing. Only where the system lists a process's children in /proc.
 */
export class StuckWorkers implements Reporter {
  private readonly running = new Set<string>()
  private timer?: NodeJS.Timeout

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.running.add(relativeModuleId)
    this.startTimer()
  }

  onTestCaseResult(): void {
    this.startTimer()
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.running.delete(relativeModuleId)
    this.startTimer()
  }

  onTestRunEnd(): void {
    clearTimeout(this.timer)
  }

  private startTimer(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      process.stdout.write(`no test ended for ${stuckAfterMs / 1000} s: ${[...this.running].join(', ')}\n`)
      this.running.clear()
      killWorkers()
    }, stuckAfterMs)
  }
}

function killWorkers(): void {
  const children = textOf(`/proc/${process.pid}/task/${process.pid}/children`)
  for (const pid of children.trim().split(' ')) {
    if (textOf(`/proc/${pid}/cmdline`).includes('vitest/dist/workers/')) process.kill(Number(pid), 'SIGKILL')
  }
}

/** Empty where a process has ended since it was listed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
