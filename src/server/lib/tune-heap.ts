import v8 from 'node:v8'

/** Settings of V8 by which nobody waits for what a long list or export leaves to collect. */
export function tuneHeap(): void {
  // "Allocation site pretenuring" allocates straight in the old generation what lived long a moment ago. A few exports
  // from PostgreSQL teach it to do so with the arrays of their rows; these, dead but not collected before the next
  // major collection, keep the texts of all rows alive, and each minor collection copies some megabytes: 110 of 125
  // took more than 5 ms, 9 of 107 without.
  v8.setFlagsFromString('--no-allocation-site-pretenuring')
  // What survives a minor collection here is little. Threads that share it wait for each other where both processors
  // have work: 107 took 2.9 ms on average, and about 1 ms on the loop's thread alone.
  v8.setFlagsFromString('--no-parallel-scavenge')
}
