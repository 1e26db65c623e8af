import { expect, it } from 'vitest'
import { fillDisk } from '../../bench/faults/disk-full.ts'
import { canMount } from '../harness/small-disk.ts'

it.skipIf(!canMount)(
  'a full disk refuses changes, lets logins, heartbeats and new sessions go on, loses nothing, and is over when there is room',
  async () => {
    expect(await fillDisk()).toEqual([])
  },
  120_000,
)
