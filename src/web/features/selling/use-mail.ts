import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { mailKeys } from '../../api/query-keys/mail.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/mail.ts'

const getKey = 'GET /api/applications/:id/mail'
const patchKey = 'PATCH /api/applications/:id/mail'
const testKey = 'POST /api/applications/:id/mail/test'

export type MailSettings = ApiReply<typeof getKey>
export type MailChange = ApiInput<typeof patchKey>['body']

const paramsOf = (applicationId: number) => ({ id: String(applicationId) })

export function useMail(applicationId: number) {
  return useQuery({
    queryKey: mailKeys.of(applicationId),
    queryFn: ({ signal }) => api(getKey, { params: paramsOf(applicationId) }, { signal }),
  })
}

export function useChangeMail(applicationId: number, onDone: () => void) {
  return useMutate((body: MailChange) => api(patchKey, { params: paramsOf(applicationId), body }), {
    done: texts.saved,
    failed: texts.failed,
    refresh: getKey,
    onDone,
  })
}

/** Sends a mail to the own address. That the mail server refuses it is an answer as well. */
export function useTestMail(applicationId: number) {
  return useMutate((_: undefined) => api(testKey, { params: paramsOf(applicationId) }), {
    done: ({ to, error }) =>
      error === null
        ? { title: texts.testSent, description: texts.testSentTo(to) }
        : { title: texts.testFailed, description: error, kind: 'destructive' },
    failed: texts.testFailed,
  })
}
