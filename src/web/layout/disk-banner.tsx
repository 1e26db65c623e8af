import { useSyncExternalStore } from 'react'
import { serverDisk } from '../api/server-disk.ts'
import * as texts from '../texts/layout.ts'
import { Banner } from '../ui/feedback/banner.tsx'

/** A thin bar while the server's disk is full, or for owners nearly full. */
export function DiskBanner() {
  const level = useSyncExternalStore(serverDisk.subscribe, serverDisk.get)
  if (level === 'ok') return null
  return <Banner tone="warn">{level === 'full' ? texts.theDiskIsFull : texts.theDiskIsNearly}</Banner>
}
