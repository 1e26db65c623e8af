/**
 * A knip reporter that says how many files were analyzed, so that a run over nothing can be told from a clean one.
 * @param {import('knip').ReporterOptions} options
 */
export default function knipCount({ counters }) {
  console.log(`knip looked at ${counters.processed} files`)
}
