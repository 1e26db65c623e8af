import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import type { Texts } from './message-names.ts'
import { MessagePreview } from './message-preview.tsx'

export interface MessagesLayoutProps {
  readonly title: string
  readonly description: ReactNode
  readonly actions?: ReactNode
  /** The six fields. */
  readonly children: ReactNode
  /** The texts that clients would get now. */
  readonly preview: Texts
}

/** The fields with the preview beside them; below 1024 px, below them. */
export function MessagesLayout({ title, description, actions, children, preview }: MessagesLayoutProps) {
  return (
    <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card title={title} description={description} actions={actions}>
        <div className="flex flex-col gap-6">{children}</div>
      </Card>
      <MessagePreview texts={preview} />
    </div>
  )
}
