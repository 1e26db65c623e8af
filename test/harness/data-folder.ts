import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A data folder that goes when the test is over. */
export async function dataFolder(): Promise<string> {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  return options.dataDir
}
