import type { DataTag, InfiniteData } from '@tanstack/react-query'
import type { ApiKey, ApiReply, ApiRow, ListKey } from '../client.ts'
import type { Page } from '../page.ts'

/** Starts with its endpoint: a change names the endpoints whose responses it makes stale. */
export type CallKey = readonly [ApiKey, ...unknown[]]

/** Prefix used only by paged lists, so `patchRows` matches nothing else. */
export type PagesKey<Row> = DataTag<CallKey, InfiniteData<Page<Row>>>

export type Parts = readonly unknown[]

/** Key of an endpoint's response. */
export const answer = <K extends ApiKey>(call: K, ...of: Parts) =>
  [call, ...of] as unknown as DataTag<CallKey, ApiReply<K>>

/** Key of a paged list. */
export const pages = <K extends ListKey>(call: K, scope: number | string, ...of: Parts) =>
  [call, scope, 'pages', ...of] as unknown as PagesKey<ApiRow<K>>

/** Key of data derived from a response: beside the paged lists, never under their prefix. */
export const derived = (call: ApiKey, ...of: Parts): CallKey => [call, ...of]

/** All applications, or the whole account. */
export const all = 'all'
