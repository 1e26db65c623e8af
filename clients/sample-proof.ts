/** On what a sample or a package was tried by the tests, or was not. */
export interface Proof {
  readonly os: string
  /** With its version; the operating system alone where nothing was tried. */
  readonly tool?: string
  readonly form: 'run' | 'compiled' | 'none'
  /** Of the clients that were tried, and the commit; none where nothing was. */
  readonly version?: string
  readonly commit?: string
}

/** A proof holds for the version that was tried, and for no other. */
const isProof = ({ form, version }: Proof, wanted: string) => form !== 'none' && version === wanted

/** What the tests have run or compiled this version with. */
export function provenWith(proof: readonly Proof[], version: string): readonly string[] {
  return proof.flatMap((one) =>
    isProof(one, version) ? [`${one.tool} on ${one.os}${one.form === 'compiled' ? ' (compiled only)' : ''}`] : [],
  )
}

/** Where it should run, and no test has run this version. */
export function unprovenOn(proof: readonly Proof[], version: string): readonly string[] {
  return proof.flatMap((one) => {
    if (isProof(one, version)) return []
    return [one.tool === undefined ? one.os : `${one.tool} on ${one.os}`]
  })
}

/** What prove-sample.ts found out about one language on one system. */
export interface TakenProof extends Required<Proof> {
  readonly language: string
}

interface Provable {
  readonly version: string
  readonly samples: readonly { readonly id: string; readonly proof: readonly Proof[] }[]
}

/**
 * The manifest with these proofs: each takes the place of what was said of its system and tool.
 * @throws for a proof of another version, or of a language that has no sample
 */
export function takeProofs<Manifest extends Provable>(manifest: Manifest, taken: readonly TakenProof[]): Manifest {
  for (const { language, version } of taken) {
    if (version !== manifest.version) throw new Error(`A proof is of version ${version}, not of ${manifest.version}`)
    if (!manifest.samples.some(({ id }) => id === language))
      throw new Error(`A proof is of ${language}, which is no sample`)
  }
  const samples = manifest.samples.map((sample) => {
    const own = taken.filter(({ language }) => language === sample.id).map(({ language: _, ...proof }) => proof)
    const isTaken = ({ os, tool }: Proof) => own.some((one) => one.os === os && one.tool === tool)
    return { ...sample, proof: [...sample.proof.filter((one) => !isTaken(one)), ...own] }
  })
  return { ...manifest, samples }
}
