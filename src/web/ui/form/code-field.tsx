import { Loading } from '../feedback/loading.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import type { CodeMirrorProps } from './code-mirror.tsx'

const CodeMirror = lazyComponent(
  async () => (await import('./code-mirror.tsx')).CodeMirror,
  () => <Loading />,
)

/** A field for code, as high as its parent; the editor is fetched when the first one is drawn. */
export function CodeField(props: CodeMirrorProps) {
  return <CodeMirror {...props} />
}
