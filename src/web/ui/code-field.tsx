import { lazy, Suspense } from 'react'
import type { CodeMirrorProps } from './code-mirror.tsx'
import { Loading } from './loading.tsx'

const CodeMirror = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }))

/** A field for code, as high as its parent; the editor is fetched when the first one is drawn. */
export function CodeField(props: CodeMirrorProps) {
  return (
    <Suspense fallback={<Loading />}>
      <CodeMirror {...props} />
    </Suspense>
  )
}
