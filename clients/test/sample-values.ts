import type { SampleValues } from '../../src/shared/render-sample.ts'

/** Seconds in the place of minutes, and patience with a server that shares two cores with all the tests. */
export const quick = {
  HEARTBEAT_SECONDS: 1,
  VERIFY_SECONDS: 300,
  HTTP_TIMEOUT_SECONDS: 120,
  RETRY_SECONDS: 1,
} satisfies SampleValues

/** Verifications every other second. */
export const hastyValues = { VERIFY_SECONDS: 2 } satisfies SampleValues

/** For a call that is never answered. A login may wait behind many hashes: it is answered before the server. */
export const impatientValues = { VERIFY_SECONDS: 2, HTTP_TIMEOUT_SECONDS: 8 } satisfies SampleValues

/** An offline lease carries the session through whatever the machine is busy with. */
export const leasedValues = { VERIFY_SECONDS: 1 } satisfies SampleValues
