import type { Reporter, TestModule } from 'vitest/node'

const columns = ['csharp', 'python', 'node', 'php', 'cpp', 'javascript']
const titles = ['C#', 'Python', 'Node', 'PHP', 'C++', 'JS']
const modulePattern = /^clients\/test\/(\w+)-sample\.test\.ts$/

/** Prints what each sample does as a table: scenarios down, languages across. Nothing when no sample was tested. */
export class SampleTableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, Map<string, string>>()
    const passed = new Map<string, number>()
    for (const module of modules) {
      const language = modulePattern.exec(module.relativeModuleId)?.[1]
      if (language === undefined) continue
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        const row = rows.get(test.name) ?? new Map<string, string>()
        row.set(language, { passed: 'ok', failed: 'FAILED', skipped: 'skipped', pending: '?' }[state])
        rows.set(test.name, row)
        if (state === 'passed') passed.set(language, (passed.get(language) ?? 0) + 1)
      }
    }
    if (rows.size === 0) return
    const width = Math.max(...[...rows.keys()].map(({ length }) => length))
    const line = (name: string, cells: readonly string[]) =>
      `${name.padEnd(width)} ${cells.map((cell) => cell.padStart(8)).join('')}\n`
    process.stdout.write(`\n${line('The samples, driven against the real server', titles)}`)
    for (const [name, row] of rows) {
      process.stdout.write(
        line(
          name,
          columns.map((language) => row.get(language) ?? '·'),
        ),
      )
    }
    process.stdout.write(
      line(
        'passed',
        columns.map((language) => String(passed.get(language) ?? 0)),
      ),
    )
  }
}
