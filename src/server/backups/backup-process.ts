import { constants, getPriority, setPriority } from 'node:os'
import { backUp, tryCopy } from '../db/open.ts'
import { createPrivateFiles } from '../lib/private-files.ts'
import type { AskedTask, TaskAnswer } from './backup-task.ts'
import type { BucketAccess } from './bucket.ts'
import { DamagedCopy } from './damaged-copy.ts'

/** The process of one task: copies and tries out databases, so that the server goes on serving. */
createPrivateFiles()
// Not the lowest one: a busy machine would never finish it, and its snapshot makes the log of the database grow.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

// Ctrl+C reaches the whole process group; the server ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

process.once('message', (task: AskedTask) => {
  void answer(task).then((result) => process.send?.(result, () => process.exit()))
})

async function answer(task: AskedTask): Promise<TaskAnswer> {
  try {
    return { found: await run(task) }
  } catch (error) {
    return { failed: reasonOf(error), isDamaged: error instanceof DamagedCopy }
  }
}

async function run(task: AskedTask): Promise<unknown> {
  switch (task.kind) {
    case 'copy':
      return backUp(task.dataDir, task.target)
    case 'rehearse':
      return (await tryCopy(task.file, task.rows).catch(throwDamaged)) ?? null
    case 'upload':
      return (await bucketOf(task)).upload(task.folder, task.name)
    case 'download':
      return (await bucketOf(task)).download(task.name, task.folder)
    case 'list':
      return (await bucketOf(task)).list()
    case 'remove':
      await (await bucketOf(task)).remove(task.name)
      return null
    default:
      return task satisfies never
  }
}

/** Loaded only where there is a bucket. */
const bucketOf = async ({ bucket }: { readonly bucket: BucketAccess }) =>
  (await import('./bucket.ts')).openBucket(bucket)

/** A copy that can't be tried for lack of room is not damaged. */
function throwDamaged(error: Error): never {
  throw /disk is full|no space|disk I\/O/i.test(error.message) ? error : new DamagedCopy(error.message)
}

/** The reason alone: what was tried, and with which file, is known. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOfStorage = error.name.startsWith('S3')
  const { message } = !isOfStorage && error.cause instanceof Error ? error.cause : error
  // The body of an answer may repeat what was signed.
  return message.replace(/, ?err body:.*/s, '').replace('[s3mini] ', '')
}
