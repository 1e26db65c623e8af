import { formatDate } from '../ui/text/format.ts'

export const baseUrl = 'Base URL'
export const loginEndpoint = 'Login Endpoint'
export const registerEndpoint = 'Register Endpoint'
export const endpoints = 'Endpoints'
export const sendPostRequestsWith = 'Send POST requests with a JSON body.'
export const theDocumentationUsesApi =
  'The documentation uses /api/v1; both work. Verify and session tracking need /api/v1.'
export const apiKey = 'API Key'
export const sendItWithEvery = 'Send it with every request, in the X-API-Key header.'
export const rotate = 'Rotate'
export const theApiKeyIs = (refusal: string) => `The API key is hidden. ${refusal}`
export const lastUsed = 'Last used:'
export const notYet = 'not yet'
export const aKeyShippedInside =
  'A key shipped inside your software can be extracted. Require a license key to register, and turn on HWID Lock.'
export const replacedKeysThatStill = 'Replaced Keys That Still Work'
export const expires = 'Expires'
export const lastUsedText = '· last used'
export const endNow = 'End Now'
export const endNowOf = (masked: string) => `End Now: ${masked}`
export const endThisKeyNow = 'End this key now?'
export const clientsStillUsingIt = 'Clients still using it are rejected immediately. This action cannot be undone.'
export const endKey = 'End Key'
export const ending = 'Ending…'
export const promote = (id: string) => `Promote ${id}?`
export const revoke = (id: string) => `Revoke ${id}?`
export const itStartsSigningRetires = (id: string) =>
  `It starts signing, ${id} retires, and a new next key is created for your next release. This action cannot be undone.`
export const doThisIfIts =
  'Do this if its private key may have leaked. It never signs again. This action cannot be undone.'
export const promoteKey = 'Promote Key'
export const revokeKey = 'Revoke Key'
export const promoting = 'Promoting…'
export const revoking = 'Revoking…'
export const keepVerifying = 'Keep Verifying'
export const stopVerifying = 'Stop Verifying'
export const clientsThatPinThose = (id: string, createdAt: string) =>
  `Clients that pin ${id}: those built since ${formatDate(createdAt)}, when it first appeared here. Older ones too, if they name their keys in X-Key-Id.`
export const clientsThatPinOnly = (id: string) => `Clients that pin only ${id} or older keys, and send no X-Key-Id.`
export const clientsThatPinIt = (id: string) =>
  `Clients that pin ${id}: it starts signing, and a new next key is created.`
export const clientsThatPinBut = (id: string, id2: string) => `Clients that pin ${id} but not ${id2}.`
export const allClientsThatPin = (id: string) =>
  `All clients that pin ${id}, which keeps signing. A new next key is created.`
export const clientsThatPinOnlyClients = (id: string, id2: string) =>
  `Clients that pin only ${id}. Clients that also pin ${id2} stop at the next promotion, unless you release them with the new next key first.`
export const clientsThatPinOr = (id: string, id2: string) => `Clients that pin ${id} or ${id2}.`
export const clientsThatPinOnlyOr = (id: string) =>
  `Clients that pin only ${id} or other older keys, and name it in X-Key-Id.`
export const dontKeepIt = "Don't keep it"
export const rotateApiKey = 'Rotate API Key'
export const createsANewKey = 'Creates a new key immediately. This action cannot be undone.'
export const rotateKey = 'Rotate Key'
export const rotating = 'Rotating…'
export const keepOldKeyFor = 'Keep Old Key For'
export const clientsWithTheOld = 'Clients with the old key are rejected immediately.'
export const releaseYourSoftwareWith = 'Release your software with the new key before the old one expires.'
export const oldKeyLastUsed = 'Old key last used:'
export const signedResponses = 'Signed Responses'
export const pinBothKeysIn =
  "Pin both keys in your software and send X-Nonce, so responses can't be forged or replayed."
export const revokeText = 'Revoke'
export const revokeOf = (id: string) => `Revoke ${id}`
export const current = 'Current'
export const publicKey = 'PUBLIC_KEY'
export const next = 'Next'
export const nextPublicKey = 'NEXT_PUBLIC_KEY'
export const promoteText = 'Promote'
export const compilePinnedKeysInto =
  'Compile pinned keys into your software; never download them. They stop fake servers, not patched copies of your software.'
export const key = (title: string) => `${title} key`
export const keyId = (id: string) => `key ID ${id}`
export const publicKeyBase64 = (title: string) => `${title} public key, base64`
export const inTheSamplesCreated = 'in the samples, created'
export const copyPem = 'Copy PEM'
export const publicKeyAsPem = (title: string) => `${title} public key as PEM`
export const olderKeys = 'Older Keys'
export const revoked = 'Revoked'
export const retired = 'Retired'
export const enterTheUsernameOf = 'Enter the username of a test user.'
export const enterTheirPassword = 'Enter their password.'
export const failedToSendLogin = 'Failed to send login'
export const cantReachTheServer = "Can't reach the server. Check your connection and try again."
export const tryIt = 'Try It'
export const sendsARealLogin = 'Sends a real login request. It counts and is logged.'
export const username = 'Username'
export const password = 'Password'
export const hardwareId = 'Hardware ID'
export const optionalTheFirstOne =
  'Optional. The first one you send is bound to a user who is locked and not bound yet.'
export const sendLogin = 'Send Login'
export const sending = 'Sending…'
export const curl = 'curl'
export const thisBrowserVerifiedThe = 'This browser verified the signature with a key shown on this page.'
export const invalidSignatureWrongKey = 'Invalid signature: wrong key, or the response was altered in transit.'
export const notSignedAClient = 'Not signed. A client that pins a key treats this as a connection error.'
export const signedBrowsersCanVerify = 'Signed. Browsers can verify over HTTPS or on localhost only.'
export const response = 'Response'
export const http = (status: number) => `HTTP ${status}`
export const apiKeyRotated = 'API key rotated'
export const failedToRotateApi = 'Failed to rotate API key'
export const apiKeyRevoked = 'API key revoked'
export const failedToRevokeApi = 'Failed to revoke API key'
export const signingKeyPromoted = 'Signing key promoted'
export const failedToPromoteSigning = 'Failed to promote signing key'
export const signingKeyRevoked = 'Signing key revoked'
export const failedToRevokeSigning = 'Failed to revoke signing key'
