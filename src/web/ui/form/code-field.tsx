import { Loading } from '../feedback/loading.tsx'
import { lazyComponent } from '../lazy-component.tsx'
import type { CodeMirrorProps } from './code-mirror.tsx'

const CodeMirror = lazyComponent(
  async () => (await import('./code-mirror.tsx')).CodeMirror,
  () => <Loading />,
)

/** A code field as high as its parent; the editor is loaded when the first one renders. */
export function CodeField(props: CodeMirrorProps) {
  return <CodeMirror {...props} />
}
