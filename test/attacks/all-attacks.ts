import { adminKeyLockout } from './admin-key-lockout.ts'
import type { Attack } from './attack.ts'
import { connectionFlood } from './connection-flood.ts'
import { dashboardCallFlood } from './dashboard-call-flood.ts'
import { deleteSomebodyAbove } from './delete-somebody-above.ts'
import { fiveMachines } from './five-machines.ts'
import { guessingIdsByPipelining } from './guessing-ids-by-pipelining.ts'
import { hashFlood } from './hash-flood.ts'
import { inviteOutlivesPromotion } from './invite-outlives-promotion.ts'
import { ownerLockout } from './owner-lockout.ts'
import { registerTakeover } from './register-takeover.ts'
import { replayAfterLossOfRights } from './replay-after-loss-of-rights.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { sessionStartFlood } from './session-start-flood.ts'
import { signedOutUserStays } from './signed-out-user-stays.ts'
import { stepUpPipelining } from './step-up-pipelining.ts'
import { strictBareId } from './strict-bare-id.ts'
import { tenExports } from './ten-exports.ts'
import { tokenExportsHashes } from './token-exports-hashes.ts'
import { totpPipelining } from './totp-pipelining.ts'
import { unknownApiKeys } from './unknown-api-keys.ts'
import { userLockout } from './user-lockout.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  {
    name: 'admin-key-lockout',
    guarantee: 'however many wrong admin keys are sent, the right one passes',
    run: adminKeyLockout,
  },
  {
    name: 'connection-flood',
    guarantee: 'one address holds a thousand connections at most, and everybody else goes on being served',
    run: connectionFlood,
  },
  {
    name: 'dashboard-call-flood',
    guarantee:
      'a session of the dashboard makes 600 calls a minute, ten of them exports, and no other session pays for it',
    run: dashboardCallFlood,
  },
  {
    name: 'delete-somebody-above',
    guarantee: 'who manages users deletes, disables, signs out and invites nobody with more rights than their own',
    run: deleteSomebodyAbove,
  },
  {
    name: 'five-machines',
    guarantee: 'one registration serves one machine: no other is started, verified or leased',
    run: fiveMachines,
  },
  {
    name: 'guessing-ids-by-pipelining',
    guarantee: 'of any number of unknown user ids sent at once no more are looked up than one by one',
    run: guessingIdsByPipelining,
  },
  {
    name: 'hash-flood',
    guarantee:
      'an end-user with several applications and addresses takes no place from another tenant or the dashboard',
    run: hashFlood,
  },
  {
    name: 'invite-outlives-promotion',
    guarantee: 'an invite link opens no account whose rights were changed after it was made',
    run: inviteOutlivesPromotion,
  },
  {
    name: 'owner-lockout',
    guarantee: 'whoever guesses at an account of the dashboard refuses nothing to its owner on a known device',
    run: ownerLockout,
  },
  {
    name: 'register-takeover',
    guarantee: 'a registration over an existing name hands out nothing, unless it repeats that very registration',
    run: registerTakeover,
  },
  {
    name: 'replay-after-loss-of-rights',
    guarantee: 'a kept answer is replayed to nobody who could not make the call now',
    run: replayAfterLossOfRights,
  },
  {
    name: 'right-password-flood',
    guarantee: 'one end-user with the right password gets no more hashes than a person needs',
    run: rightPasswordFlood,
  },
  {
    name: 'session-start-flood',
    guarantee: 'no more sessions of one user begin than a person needs, and his own device is never kept out',
    run: sessionStartFlood,
  },
  {
    name: 'signed-out-user-stays',
    guarantee:
      'who is online when the maker changes password or machine is out at the next heartbeat, starts under way too',
    run: signedOutUserStays,
  },
  {
    name: 'step-up-pipelining',
    guarantee: 'of proofs sent at once in a stolen session no more are evaluated than one after another',
    run: stepUpPipelining,
  },
  {
    name: 'strict-bare-id',
    guarantee: 'where verify is strict, a user id alone is verified nowhere else and leased nowhere',
    run: strictBareId,
  },
  {
    name: 'ten-exports',
    guarantee: 'of ten exports of one account two run, the others wait or are refused, and nobody else waits for them',
    run: tenExports,
  },
  {
    name: 'token-exports-hashes',
    guarantee: 'a stolen management token brings no password hash, and no key or address that its actions do not open',
    run: tokenExportsHashes,
  },
  {
    name: 'totp-pipelining',
    guarantee: 'of second factors sent at once no more are evaluated than one after another',
    run: totpPipelining,
  },
  {
    name: 'unknown-api-keys',
    guarantee:
      'API keys that are nobody’s are looked up sixty times a minute for one address, and keep no right one out',
    run: unknownApiKeys,
  },
  {
    name: 'user-lockout',
    guarantee: 'whoever guesses at an end-user refuses nothing to the user on a known device',
    run: userLockout,
  },
]
