import { timingSafeEqual } from 'node:crypto'

/** Whether both texts are the same, after a time that tells nothing of where they differ. */
export function isSameSecret(sent: string, right: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
