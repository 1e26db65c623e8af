import { FileText } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../ui/toast.ts'
import { pageMarkdown } from './page-markdown.ts'

/** The page as text, for notes and for whoever answers questions about it. */
export function CopyMarkdown() {
  const copy = async () => {
    const page = document.querySelector('.docs-page')
    const isDone = page !== null && (await copyText(pageMarkdown(page)))
    toast(isDone ? { title: 'Copied to clipboard' } : { title: 'Failed to copy', kind: 'destructive' })
  }
  return (
    <Button size="sm" icon={<FileText size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void copy()}>
      Copy page as Markdown
    </Button>
  )
}
