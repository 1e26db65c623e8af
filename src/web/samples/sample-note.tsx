import { Badge } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'
import type { UsedTemplate } from './use-templates.ts'

/** With what the shipped text was run, or who changed it. */
export function SampleNote({ template }: { readonly template: UsedTemplate }) {
  if (!template.isEdited) {
    return (
      <p className="text-second text-fg-3">
        {template.sample.facts.file}: compiled and run against the server by the tests, with{' '}
        {template.sample.facts.testedWith.join(', ')}.
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-second text-fg-3">
      <Badge tone="warn">edited, not tested</Badge>
      <span>
        Changed by <bdi>{template.editedBy}</bdi> <Time value={template.editedAt} />
      </span>
    </p>
  )
}
