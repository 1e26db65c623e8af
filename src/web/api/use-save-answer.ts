import { toast } from '../ui/toast.ts'
import type { ApiKey } from './client.ts'
import type { SentParts } from './request-target.ts'
import { saveAnswer } from './save-answer.ts'
import { useMutate } from './use-mutate.ts'

/** Saves the files of one call, with a toast where that fails. `const save = useSaveAnswer('GET …/users/export')` */
export function useSaveAnswer(key: ApiKey) {
  return useMutate(
    (input: SentParts) => {
      toast({ title: 'Export started', description: 'The file is saved once it has come.' })
      return saveAnswer(key, input)
    },
    { failed: 'Export failed' },
  )
}
