import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldGroupProps {
  readonly legend: string
  readonly error: string | undefined
  readonly children: ReactNode
}

/** Several boxes under one name, with what is wrong about them. */
export function FieldGroup({ legend, error, children }: FieldGroupProps) {
  const errorId = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error === undefined ? undefined : errorId}
      aria-invalid={error === undefined ? undefined : true}
      tabIndex={error === undefined ? undefined : -1}
    >
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {children}
      {error !== undefined && (
        <p id={errorId} className="flex items-start gap-1.5 text-second text-bad">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
