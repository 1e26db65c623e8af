import { useQuery } from '@tanstack/react-query'
import { renderQuickstart, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import { fileKeys } from '../../api/query-keys/files.ts'
import type { PackageFacts } from '../../common/code-samples/code-kinds.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'

/** The short sample for web pages is no package. */
const files: Readonly<Record<SampleLanguage, (() => Promise<{ facts: PackageFacts }>) | undefined>> = {
  csharp: () => import('../../../../clients/csharp/LoginSample.cs?package'),
  python: () => import('../../../../clients/python/login_sample.py?package'),
  node: () => import('../../../../clients/node/client.mjs?package'),
  php: () => import('../../../../clients/php/client.php?package'),
  cpp: () => import('../../../../clients/cpp/client.cpp?package'),
  go: () => import('../../../../clients/go/sample/client.go?package'),
  javascript: undefined,
  java: () => import('../../../../clients/java/Client.java?package'),
  rust: () => import('../../../../clients/rust/main.rs?package'),
}

/** What is known about a language's package; null where there is none. */
export function usePackageFacts(language: SampleLanguage) {
  return useQuery({
    queryKey: fileKeys.package(language),
    queryFn: async () => (await files[language]?.())?.facts ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface PackageQuickstartProps {
  readonly facts: PackageFacts
  readonly language: SampleLanguage
  readonly values: SampleValues
}

/** The package that this server has, and the few lines that a program needs with it. */
export function PackageQuickstart({ facts, language, values }: PackageQuickstartProps) {
  const { install, file, text, run, tried } = facts
  const lines = install.map((line) => line.replace('{server}', values.ORIGIN ?? window.location.origin))
  return (
    <div className="flex min-w-0 flex-col gap-3 border-b border-line p-4">
      <h3 className="font-semibold">With the package</h3>
      <CodeBlock label="Install" code={lines.join('\n')} />
      <CodeBlock label={file} code={renderQuickstart(text, language, values)} />
      <CodeBlock label="Run" code={run} />
      <p className="text-second text-fg-3">
        Proven on {tried.with.join(', ')}. Unproven: {tried.notOn.join(', ')}.
      </p>
      <h3 className="pt-2 font-semibold">As one file</h3>
    </div>
  )
}
