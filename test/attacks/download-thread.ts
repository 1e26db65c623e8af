import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** What is downloaded at once: one response for each of the headers. */
export interface Downloads {
  readonly url: string
  readonly headers: readonly Readonly<Record<string, string>>[]
}

export interface Downloaded {
  readonly status: number
  readonly bytes: number
}

/**
 * Downloads on a thread with a low priority: those who download have machines of their own, and neither the server nor
 * the clients whose calls are timed may wait for them. Any message stops it.
 */
if (process.platform === 'linux') setPriority(10)
const { url, headers } = workerData as Downloads
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
parentPort?.postMessage(await Promise.all(headers.map(download)))
parentPort?.close()

function download(headers: Readonly<Record<string, string>>): Promise<Downloaded> {
  return new Promise((resolve) => {
    let status = 0
    let bytes = 0
    const end = () => resolve({ status, bytes })
    const request = get(url, { headers, agent: new Agent(), signal: stop.signal }, (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('close', end)
      response.on('error', () => {})
    })
    request.on('error', end)
  })
}
