/** The key of an application that may be read, not changed: the server itself sends it with bullets. */
export function MaskedKey({ text }: { readonly text: string }) {
  return (
    <div className="flex min-h-9 items-center rounded-control border border-line bg-bg px-3 touch:min-h-12">
      <code className="min-w-0 truncate text-meta text-fg-3">{text}</code>
    </div>
  )
}
