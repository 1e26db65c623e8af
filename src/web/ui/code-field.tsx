import type { CodeMirrorProps } from './code-mirror.tsx'
import { late } from './late.tsx'
import { Loading } from './loading.tsx'

const CodeMirror = late(
  async () => (await import('./code-mirror.tsx')).CodeMirror,
  () => <Loading />,
)

/** A field for code, as high as its parent; the editor is fetched when the first one is drawn. */
export function CodeField(props: CodeMirrorProps) {
  return <CodeMirror {...props} />
}
