import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { send } from './client.ts'
import { failedText } from './failed-text.ts'
import type { SentParts } from './request-target.ts'

/**
 * Fetches a file and gives it to the reader. Not by a link: a refusal would take the place of the page.
 * `void download('GET /api/applications/:id/users/export', { params, query }, 'users-7.csv')`
 */
export async function download(key: string, input: SentParts, name: string): Promise<void> {
  toast({ title: 'Export started', description: `${name} is saved when it is complete.` })
  try {
    const response = await send(key, input)
    saveFile(name, await response.blob(), response.headers.get('content-type') ?? '')
    toast({ title: 'Export finished', description: name })
  } catch (error) {
    toast(failedText('Export failed', error instanceof Error ? error : new Error(String(error))))
  }
}
