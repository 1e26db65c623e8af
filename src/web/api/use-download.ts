import { toast } from '../ui/feedback/toast.ts'
import type { ApiKey } from './client.ts'
import { downloadFile } from './download-file.ts'
import type { SentParts } from './request-target.ts'
import { useMutate } from './use-mutate.ts'

/**
 * Downloads the files of one endpoint, with a toast on failure.
 * `const download = useDownload('GET …/users/export')`
 */
export function useDownload(key: ApiKey) {
  return useMutate(
    (input: SentParts) => {
      toast({ title: 'Export started', description: 'The file is saved when the download finishes.' })
      return downloadFile(key, input)
    },
    { failed: 'Export failed' },
  )
}
