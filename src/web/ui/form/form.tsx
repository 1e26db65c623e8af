import type { KeyboardEvent, ReactNode } from 'react'
import { focusFirstInvalid } from './focus-first-invalid.ts'

export interface FormProps {
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A form: submits by its button, by Enter in a line, by Ctrl/⌘ Enter anywhere inside. After a rejected submit the first
 * invalid field gets the focus.
 * `<Form onSubmit={save}>…</Form>`
 */
export function Form({ onSubmit, className, children }: FormProps) {
  const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form
      noValidate
      className={className}
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit(event.currentTarget)
        focusFirstInvalid(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
