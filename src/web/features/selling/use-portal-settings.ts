import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { applicationKeys } from '../../api/query-keys/applications.ts'
import { portalKeys } from '../../api/query-keys/portal.ts'
import { useMutate } from '../../api/use-mutate.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/portal-settings.ts'

const applicationKey = 'GET /api/applications/:id'
const logoKey = 'GET /api/applications/:id/portal-logo'

export type Application = ApiReply<typeof applicationKey>
export type PortalChange = ApiInput<'PATCH /api/applications/:id'>['body']

const paramsOf = (applicationId: number) => ({ id: String(applicationId) })

/** Saves changed settings of the portal. */
export function usePortalCalls(id: number): RecordCalls<Application, PortalChange> {
  const client = useQueryClient()
  return {
    read: () => api(applicationKey, { params: paramsOf(id) }),
    save: (body) => api('PATCH /api/applications/:id', { params: paramsOf(id), body }),
    done: texts.saved,
    failed: texts.failed,
    refresh: [applicationKey, 'GET /api/applications'],
    onReply: ({ row }) => client.setQueryData(applicationKeys.one(id), row),
  }
}

/** The logo as a data URL; null: none. */
export function usePortalLogo(id: number) {
  return useQuery({
    queryKey: portalKeys.logo(id),
    queryFn: async ({ signal }) => (await api(logoKey, { params: paramsOf(id) }, { signal })).logo,
  })
}

/** Replaces the logo; null removes it. */
export function useChangeLogo(id: number) {
  return useMutate(
    async (file: File | null) =>
      api('PUT /api/applications/:id/portal-logo', {
        params: paramsOf(id),
        body: { logo: file && (await base64Of(file)) },
      }),
    {
      done: (_reply, file) => ({ title: file === null ? texts.logoRemoved : texts.logoSaved }),
      failed: texts.logoFailed,
      refresh: logoKey,
    },
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(reader.error ?? new Error(texts.logoFailed))
    reader.readAsDataURL(file)
  })
}
