import * as texts from '../texts/api.ts'
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
      toast({ title: texts.exportStarted, description: texts.theFileIsSaved })
      return downloadFile(key, input)
    },
    { failed: texts.exportFailed },
  )
}
