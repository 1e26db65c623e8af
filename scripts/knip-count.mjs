/**
 * A knip reporter that prints how many files were analyzed, so that an empty run cannot pass for a clean one.
 * @param {import('knip').ReporterOptions} options
 */
export default function knipCount({ counters }) {
  console.log(`knip looked at ${counters.processed} files`)
}
