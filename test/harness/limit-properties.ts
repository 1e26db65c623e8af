import fc from 'fast-check'
import { stuckAfterMs } from './stuck-workers.ts'

/**
 * Ends the search for the smallest example of a failure, which no limit of tests interrupts while it computes, and shows
 * the smallest so far. A property gets as long as a test; one that is cut before it failed counts as failed.
 */
fc.configureGlobal({ interruptAfterTimeLimit: stuckAfterMs / 6, markInterruptAsFailure: true })
