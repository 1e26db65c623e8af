interface HashShare {
  /** Users whose password is still hashed as another product did it. */
  readonly foreignHashCount: number
  readonly userCount: number
}

/**
 * Which hash a name that nobody has is made to cost. Imported users cost another product's hash until their next login;
 * as large a share of all other names costs the same, so that time does not tell which names are taken. `chance` is a
 * number from 0 to 1 that belongs to the name for good.
 */
export function dummyKind({ foreignHashCount, userCount }: HashShare, chance: () => number): 'own' | 'bcrypt' {
  if (foreignHashCount === 0) return 'own'
  return chance() * userCount < foreignHashCount ? 'bcrypt' : 'own'
}
