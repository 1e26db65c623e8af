import v8 from 'node:v8'

/**
 * Keeps V8 from allocating straight in the old generation what lived long a moment ago ("allocation site pretenuring").
 * A few exports from PostgreSQL teach it to do so with the arrays of their rows; these, dead but not collected before
 * the next major collection, keep the texts of all rows alive, and each minor collection copies some megabytes: 110 of
 * 125 took more than 5 ms, 9 of 107 without.
 */
export function tuneHeap(): void {
  v8.setFlagsFromString('--no-allocation-site-pretenuring')
}
