import { compareRanked } from '../../../shared/search-match.ts'
import * as texts from '../../texts/commands.ts'
import { openedEntries } from './opened-entries.ts'
import { fitOf, type PaletteEntry, type PaletteGroup } from './palette-entry.ts'

export const mostBest = 3

/** The entries of each group that fit what is typed, the best first, and the best of all in a group of their own. */
export function bestMatches(
  groups: readonly PaletteGroup[],
  typed: string,
  applicationId: number | undefined,
): readonly PaletteGroup[] {
  const rankOf = (entry: PaletteEntry) => ({
    match: fitOf(entry, typed) ?? 'part',
    isHere: applicationId !== undefined && entry.applicationId === applicationId,
    opened: openedEntries.placeOf(entry.id),
  })
  const ranked = (entries: readonly PaletteEntry[]) =>
    entries
      .filter((entry) => fitOf(entry, typed) !== undefined)
      .map((entry) => ({ entry, rank: rankOf(entry) }))
      .sort((a, b) => compareRanked(a.rank, b.rank))
  const fitting = groups.map(({ heading, entries }) => ({ heading, entries: ranked(entries) }))
  const best = fitting
    .flatMap(({ entries }) => entries)
    .filter(({ entry, rank }) => entry.href !== undefined && rank.match !== 'part')
    .sort((a, b) => compareRanked(a.rank, b.rank))
    .slice(0, mostBest)
    .map(({ entry }) => entry)
  const rest = fitting.map(({ heading, entries }) => ({
    heading,
    entries: entries.map(({ entry }) => entry).filter((entry) => !best.includes(entry)),
  }))
  return [{ heading: texts.bestMatch, entries: best }, ...rest]
}
