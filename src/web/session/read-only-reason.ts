import { useRefusal } from '../ui/refusal.ts'

/** Why the viewer can't change what the screen shows; undefined when they can. Buttons take `needs` instead. */
export const useReadOnlyReason = () => useRefusal('manage')
