import type { SampleLanguage, SampleValues } from '../../../shared/render-sample.ts'
import { RegionView } from '../../common/code-samples/region-view.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { Chapter, Points, Prose } from './chapter.tsx'
import { RenderWhenVisible } from './render-when-visible.tsx'

const request = `POST /api/v1/login
X-Nonce: 4f9c1d7a0b6e83521f70c94e2ad6b835
Content-Digest: sha-256=:<base64 of SHA-256 of the body>:`

const answer = `Signature-Input: lic=("@status" "content-digest" "@method";req "@path";req "content-digest";req);created=1767225600;keyid="app_7.rs256.1";alg="rsa-v1_5-sha256";nonce="4f9c1d7a0b6e83521f70c94e2ad6b835";tag="lic-v1"
Signature: lic=:<base64 of the signature>:`

const signed = `"@status": 200
"content-digest": sha-256=:<base64 of SHA-256 of the answer's body>:
"@method";req: POST
"@path";req: /api/v1/login
"content-digest";req: sha-256=:<base64 of SHA-256 of the request's body>:
"@signature-params": <what follows lic= in Signature-Input>`

export interface SignedAnswersProps {
  readonly language: SampleLanguage
  readonly values: SampleValues | undefined
}

/** How a client verifies that a response comes from the real server. */
export function SignedAnswers({ language, values }: SignedAnswersProps) {
  return (
    <Chapter
      id="signed-answers"
      intro="A program that can be redirected to a fake server is unlocked by whatever that one says. Signed answers stop this: your application has its own RSA key, and its public half is pinned in the samples."
    >
      <Points
        items={[
          'Send X-Nonce, fresh for every call, and Content-Digest: the answer comes signed, refusals included.',
          'Verify under PUBLIC_KEY, then NEXT_PUBLIC_KEY. With two pinned keys the server may change its key without a new release of yours.',
          'Read the body only after the signature held. Never fetch a key at run time, and compare no clock: the nonce stops replays.',
          'All samples do this from the start, but for the short JavaScript one. It stops fake servers and recorded answers; it does not stop a patched program.',
        ]}
      />
      <CodeBlock label="Headers of the request" code={request} />
      <CodeBlock label="Headers of the answer" code={answer} />
      <CodeBlock label="What is signed: six lines, joined by a line feed" code={signed} />
      <Prose>The verification of the sample in your language, with your application’s keys in its config:</Prose>
      {values !== undefined && (
        <RenderWhenVisible>
          <RegionView language={language === 'javascript' ? 'node' : language} region="signature" values={values} />
        </RenderWhenVisible>
      )}
    </Chapter>
  )
}
