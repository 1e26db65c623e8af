import { Docs } from '../features/docs/docs.tsx'

/** The documentation, at `/docs`. */
export function DocsPage() {
  return <Docs />
}
