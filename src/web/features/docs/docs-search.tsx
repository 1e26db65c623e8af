import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Found, findOnPage } from './find-on-page.ts'

/** Looks through the text of the page and leads to where it stands. */
export function DocsSearch() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Found[]>([])
  const search = (next: string) => {
    setText(next)
    setFound(findOnPage(next))
  }
  return (
    <div className="min-w-0">
      <SearchInput label="Search documentation" value={text} onSearch={search} />
      <p role="status" className="mt-1.5 text-meta text-fg-3">
        {text.trim() !== '' && (found.length === 0 ? 'Nothing found' : `Found in ${found.length} places`)}
      </p>
      {found.length > 0 && (
        <ul aria-label="Search results" className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto">
          {found.map(({ id, title, excerpt }) => (
            <li key={id}>
              <Link href={`#${id}`} className="block rounded-control px-2 py-1.5 hover:bg-overlay">
                <span className="block font-medium">{title}</span>
                <span className="block text-second text-fg-2">{excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
