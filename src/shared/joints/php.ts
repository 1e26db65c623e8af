import type { Joint } from './joint.ts'

export const php: Joint = {
  head: /^declare/m,
  joinHeads: (_library, sample) => sample.replace("require_once __DIR__ . '/Keywright.php';\n\n", ''),
  gap: '\n',
}
