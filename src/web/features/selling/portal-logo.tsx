import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/portal-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useRefusal } from '../../ui/refusal.ts'
import { useChangeLogo, usePortalLogo } from './use-portal-settings.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The logo of the portal: saved as soon as a file is chosen. */
export function PortalLogo({ applicationId }: { readonly applicationId: number }) {
  const input = useRef<HTMLInputElement>(null)
  const { data: logo, error, refetch, isRefetching } = usePortalLogo(applicationId)
  const change = useChangeLogo(applicationId)
  const refusal = useRefusal('manage')
  if (error !== null) return <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
  if (logo === undefined) return <Skeleton className="h-11" />
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium">{texts.logo}</p>
        <p className="text-second text-fg-2">{texts.logoHint}</p>
      </div>
      {logo === null ? (
        <p className="text-second text-fg-3">{texts.noLogo}</p>
      ) : (
        <img src={logo} alt={texts.logoAlt} className="h-9 max-w-32 object-contain" />
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/webp"
        aria-label={texts.logo}
        disabled={refusal !== undefined}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) change.mutate(file)
          event.target.value = ''
        }}
      />
      <Button
        icon={<ImageUp {...icon} />}
        needs="manage"
        isBusy={change.isPending}
        onClick={() => input.current?.click()}
      >
        {texts.chooseLogo}
      </Button>
      {logo !== null && (
        <Button
          icon={<Trash2 {...icon} />}
          needs="manage"
          isBusy={change.isPending}
          onClick={() => change.mutate(null)}
        >
          {texts.removeLogo}
        </Button>
      )}
    </div>
  )
}
