/** The copy can't be restored, whoever tries. */
export class DamagedCopy extends Error {
  override readonly name = 'DamagedCopy'
}
