import { CodeBlock } from '../../ui/text/code-block.tsx'
import { Chapter, Points } from './chapter.tsx'

const header = `{ "alg": "RS256", "typ": "lic+jwt", "kid": "app_7.rs256.1" }`

const claims = `{
  "iss": "https://licenses.example.com",
  "aud": "app:7",
  "sub": "184467440",
  "jti": "0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21",
  "iat": 1767225600,
  "nbf": 1767225600,
  "exp": 1767312000,
  "hwid": "<SHA-256 of app_7|hardware id, base64url>",
  "ver": 1
}`

export function OfflineLease() {
  return (
    <Chapter
      id="offline-lease"
      intro="Off until you turn it on in the application's settings. A lease lets a running session outlive an outage of the network or the server."
    >
      <Points
        items={[
          'A signed answer to login, and to a verify of a session that was started with a hardware id, has a member lease: a JWT (RS256) signed with the key that is pinned.',
          'While the server can’t be reached, a failed verification does not count as long as the lease holds: right signature, this user, this hardware, not over.',
          'It ends after as many hours as you chose, 72 at most. It can’t be called back before, so choose few.',
          'What the server refuses stays refused: a lease softens silence, never a ban.',
          'The lic claim, where the user has a license, is hashed like hwid: no name, device or key is in it in clear.',
        ]}
      />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
        <CodeBlock label="Header" code={header} />
        <CodeBlock label="Claims" code={claims} />
      </div>
    </Chapter>
  )
}
