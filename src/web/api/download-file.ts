import { saveFile } from '../ui/save-file.ts'
import { ApiError } from './api-error.ts'
import { send } from './client.ts'
import type { SentParts } from './request-target.ts'

/**
 * Downloads a file under the name that the server gives it. Throws `ApiError` for error responses; a download that
 * breaks off is not saved.
 */
export async function downloadFile(key: string, input: SentParts): Promise<void> {
  const response = await send(key, input)
  const file = await response.blob().catch(() => {
    throw new ApiError({ status: 0, code: 'broken_off', message: 'The file broke off before its end. Try again.' })
  })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(name ?? 'export', file, file.type)
}
