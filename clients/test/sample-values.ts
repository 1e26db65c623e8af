import type { SampleValues } from '../../src/shared/render-sample.ts'

/** Short intervals and long timeouts, for a server on a busy machine. */
export const quick = {
  HEARTBEAT_SECONDS: 1,
  VERIFY_SECONDS: 300,
  HTTP_TIMEOUT_SECONDS: 120,
  RETRY_SECONDS: 1,
} satisfies SampleValues

/** Verifications every other second. */
export const hastyValues = { VERIFY_SECONDS: 2 } satisfies SampleValues

/** For a request that gets no response. A login may wait behind many hashes: the proxy responds to it instead. */
export const impatientValues = { VERIFY_SECONDS: 2, HTTP_TIMEOUT_SECONDS: 8 } satisfies SampleValues

/** An offline lease keeps the session alive while the machine is busy. */
export const leasedValues = { VERIFY_SECONDS: 1 } satisfies SampleValues
