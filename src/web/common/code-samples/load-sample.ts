import { address as cpp } from '../../../../clients/cpp/client.cpp?sample'
import { address as csharp } from '../../../../clients/csharp/LoginSample.cs?sample'
import { address as go } from '../../../../clients/go/sample/client.go?sample'
import { address as java } from '../../../../clients/java/Client.java?sample'
import { address as javascript } from '../../../../clients/javascript/quickstart.mjs?sample'
import { address as node } from '../../../../clients/node/client.mjs?sample'
import { address as php } from '../../../../clients/php/client.php?sample'
import { address as python } from '../../../../clients/python/login_sample.py?sample'
import { address as rust } from '../../../../clients/rust/main.rs?sample'
import type { SampleLanguage } from '../../../shared/render-sample.ts'
import { requestVersionCheck } from '../../api/new-version-event.ts'
import { loadFailureText } from '../../ui/lazy-component.tsx'
import type { HighlightedSample } from './code-kinds.ts'

const addresses: Readonly<Record<SampleLanguage, string>> = {
  csharp,
  python,
  node,
  php,
  cpp,
  javascript,
  java,
  go,
  rust,
}

/** The shipped sample of a language: data of more than a thousand lines, fetched when it is shown and no code of the screen. */
export async function loadSample(language: SampleLanguage, signal: AbortSignal): Promise<HighlightedSample> {
  const answer = await fetch(addresses[language], { signal }).catch(() => undefined)
  if (answer?.ok === true) return (await answer.json()) as HighlightedSample
  if (!signal.aborted) requestVersionCheck()
  throw new Error(loadFailureText.description)
}
