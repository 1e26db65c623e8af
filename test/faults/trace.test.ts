import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withDataFolder } from '../../bench/faults/data-location.ts'
import { readTrace } from '../../bench/faults/trace.ts'

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')

it('what a traced server was killed in may have happened: it is written, and not synced', async () => {
  await withDataFolder(async ({ dataDir: folder }) => {
    const file = `<${hex(`${folder}/db`)}>`
    const lines = [
      `7 pwrite64(3${file}, "${hex('whole')}", 5, 10) = 5`,
      `7 fsync(3${file}) = 0`,
      `8 pwrite64(3${file}, "${hex('cut')}", 3, 20) = ?`,
      `8 fsync(3${file}) = ?`,
      `9 fsync(3${file} <unfinished ...>`,
      '9 <... fsync resumed>) = ?',
    ]
    const trace = join(folder, 'trace')
    await writeFile(trace, lines.join('\n'))
    expect((await readTrace(trace, folder)).map(({ kind }) => kind)).toEqual([
      'write',
      'syncing',
      'synced',
      'write',
      'syncing',
      'syncing',
    ])
  })
})
