/** On what a sample or a package was tried by the tests, or was not. */
export interface Proof {
  readonly os: string
  /** With its version; the operating system alone where nothing was tried. */
  readonly tool?: string
  readonly form: 'run' | 'compiled' | 'none'
}

/** What the tests run or compile it with. */
export function provenWith(proof: readonly Proof[]): readonly string[] {
  return proof.flatMap(({ os, tool, form }) => {
    if (form === 'none') return []
    return [`${tool} on ${os}${form === 'compiled' ? ' (compiled only)' : ''}`]
  })
}

/** Where it should run, and no test has run it. */
export function unprovenOn(proof: readonly Proof[]): readonly string[] {
  return proof.flatMap(({ os, tool, form }) => (form === 'none' ? [tool === undefined ? os : `${tool} on ${os}`] : []))
}
