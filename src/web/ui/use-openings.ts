import { useState } from 'react'

/**
 * How often something was opened, as `key` of what is inside: each opening begins afresh, and closing leaves it in place
 * until it is out of sight. `<AddUserForm key={useOpenings(isOpen)} isOpen={isOpen} />`
 */
export function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, count: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, count: seen.count + (isOpen ? 1 : 0) })
  return seen.count
}
