/** A key to press. `<Kbd>Ctrl K</Kbd>` */
export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-flex h-5 items-center self-center rounded-[4px] border border-line bg-bg px-1.5 text-meta text-fg-2">
      {children}
    </kbd>
  )
}
