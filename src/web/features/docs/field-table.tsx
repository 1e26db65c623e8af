/** The fields of a request: name, required, meaning. */
export function FieldTable({ rows }: { readonly rows: readonly (readonly [string, string, string])[] }) {
  return (
    <table aria-label="Fields" className="w-full max-w-3xl border-collapse text-left">
      <thead>
        <tr className="border-b border-line text-meta text-fg-3">
          <th className="py-2 pr-4 font-medium">Field</th>
          <th className="py-2 pr-4 font-medium">Required</th>
          <th className="py-2 font-medium">Description</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, isNeeded, text]) => (
          <tr key={name} className="border-b border-line align-top last:border-0">
            <td className="py-2 pr-4">
              <code>{name}</code>
            </td>
            <td className="py-2 pr-4 text-fg-2">{isNeeded}</td>
            <td className="py-2 text-fg-2">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
