/** A key to press. `<Kbd>Ctrl K</Kbd>` */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className="rounded-[4px] border border-line bg-bg px-1.5 py-px text-meta text-fg-2">{children}</kbd>
}
