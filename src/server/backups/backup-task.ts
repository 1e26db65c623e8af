import { type ChildProcess, fork } from 'node:child_process'
import type { CopyFacts, MadeCopy, SealedKey } from '../db/open.ts'
import type { BucketAccess, RemoteCopy } from './bucket.ts'
import { DamagedCopy } from './damaged-copy.ts'

/** Work on whole databases, done by a process of its own: it would hold up every call. */
export interface BackupTasks {
  copy: { asked: { readonly dataDir: string; readonly target: string }; found: MadeCopy }
  rehearse: { asked: { readonly file: string; readonly rows: CopyFacts['rows'] }; found: SealedKey | null }
  upload: { asked: OfBucket & { readonly folder: string; readonly name: string }; found: RemoteCopy }
  download: { asked: OfBucket & { readonly folder: string; readonly name: string }; found: string }
  list: { asked: OfBucket; found: readonly RemoteCopy[] }
  remove: { asked: OfBucket & { readonly name: string }; found: null }
}

interface OfBucket {
  readonly bucket: BucketAccess
}

type Kind = keyof BackupTasks

export type AskedTask = { readonly [K in Kind]: { readonly kind: K } & BackupTasks[K]['asked'] }[Kind]

export type TaskAnswer = { readonly found: unknown } | { readonly failed: string; readonly isDamaged?: boolean }

/** Runs one task to its end, or until the signal kills it. The process is at a low priority. */
export function runTask<K extends Kind>(
  kind: K,
  asked: BackupTasks[K]['asked'],
  signal: AbortSignal,
): Promise<BackupTasks[K]['found']> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = fork(new URL('./backup-process.ts', import.meta.url), {
      execArgv: [],
      // A warning of Node.js would be a line of its own in the log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const kill = () => void child.kill('SIGKILL')
    if (signal.aborted) kill()
    signal.addEventListener('abort', kill)
    let answer: TaskAnswer = { failed: 'The process that does the work ended.' }
    child.once('message', (message: TaskAnswer) => {
      answer = message
    })
    child.once('error', (error) => {
      answer = { failed: error.message }
    })
    child.once('close', () => {
      signal.removeEventListener('abort', kill)
      if ('found' in answer) resolve(answer.found as BackupTasks[K]['found'])
      else reject(answer.isDamaged ? new DamagedCopy(answer.failed) : new Error(answer.failed))
    })
    child.send({ kind, ...asked } as AskedTask, (error) => {
      if (error) kill()
    })
  })
}
