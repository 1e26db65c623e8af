import type { DataTag, InfiniteData } from '@tanstack/react-query'
import type { ApiKey, ApiReply, ApiRow, ListKey } from '../client.ts'
import type { Page } from '../page.ts'

/** Begins with its call: a change names the calls whose answers it makes old. */
export type CallKey = readonly [ApiKey, ...unknown[]]

/** The key of lists that come in pages. Nothing else lies beneath it, so a patch of pages finds pages alone. */
export type PagesKey<Row> = DataTag<CallKey, InfiniteData<Page<Row>>>

export type Parts = readonly unknown[]

/** What a call answers, as it answers it. */
export const answer = <K extends ApiKey>(call: K, ...of: Parts) =>
  [call, ...of] as unknown as DataTag<CallKey, ApiReply<K>>

/** A list of the call that comes in pages. */
export const pages = <K extends ListKey>(call: K, scope: number | string, ...of: Parts) =>
  [call, scope, 'pages', ...of] as unknown as PagesKey<ApiRow<K>>

/** What a screen makes of a call's answer: beside the pages, never beneath them. */
export const derived = (call: ApiKey, ...of: Parts): CallKey => [call, ...of]

/** Of every application, or of the whole account. */
export const all = 'all'
