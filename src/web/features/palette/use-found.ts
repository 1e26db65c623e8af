import { useQueries, useQuery } from '@tanstack/react-query'
import { KeyRound, UserRound } from 'lucide-react'
import { createElement, useEffect, useState } from 'react'
import { api, apiList } from '../../api/client.ts'
import { shortKey } from '../../ui/mask.ts'
import type { PaletteGroup } from './palette-entry.ts'

const searchAfterMs = 150
const searchedFrom = 2
/** Where no application is open the first ones are searched. */
const applicationsSearched = 5
const shownOfEach = '5'
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface Place {
  readonly id: number
  readonly name: string
}

/** Users and licenses whose texts hold what was typed; the server looks for them. */
export function useFound(typed: string, applicationId: number | undefined) {
  const text = useSettled(typed)
  const isWanted = text.length >= searchedFrom
  const { data: applications } = useQuery({
    queryKey: ['GET /api/applications'],
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
    enabled: isWanted,
  })
  const all: readonly Place[] = applications ?? []
  const here =
    applicationId === undefined ? [] : [all.find(({ id }) => id === applicationId) ?? { id: applicationId, name: '' }]
  const places = here.length > 0 ? here : all.slice(0, applicationsSearched)
  const found = useQueries({
    queries: places.map((place) => ({
      queryKey: ['GET /api/applications/:id/users', place.id, 'palette', text],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(place, text, signal),
      enabled: isWanted,
    })),
  })
  const both = found.flatMap(({ data }) => (isWanted && data !== undefined ? [data] : []))
  const groups: readonly PaletteGroup[] = [
    { heading: 'Users', entries: both.flatMap(({ users }) => users) },
    { heading: 'Licenses', entries: both.flatMap(({ licenses }) => licenses) },
  ]
  return { groups, isLoading: typed !== text || found.some(({ isLoading }) => isLoading) }
}

async function search({ id, name }: Place, q: string, signal: AbortSignal) {
  const input = { params: { id: String(id) }, query: { q, limit: shownOfEach } }
  const [users, licenses] = await Promise.all([
    apiList('GET /api/applications/:id/users', input, { signal }),
    apiList('GET /api/applications/:id/licenses', input, { signal }),
  ])
  return {
    users: users.items.map((user) => ({
      id: `${user.id}`,
      label: user.username,
      detail: name,
      icon: createElement(UserRound, icon),
      href: `/app/${id}?section=users&user=${user.id}`,
    })),
    licenses: licenses.items.map((license) => ({
      id: `${license.id}`,
      label: `${shortKey(license.licenseKey)} ${license.description}`.trim(),
      detail: name,
      icon: createElement(KeyRound, icon),
      href: `/app/${id}/licenses?q=${encodeURIComponent(license.licenseKey)}`,
    })),
  }
}

/** A text once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
