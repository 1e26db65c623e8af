import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'

/** How the storage behaves from now on. */
interface S3Mood {
  /** Answers every request with this status and an error. */
  status?: number | undefined
  /** Ends the connection in the middle of the nth upload of an object or a part from now on. */
  cutUploads?: number | undefined
  /** Ends the connection after so many bytes of a download. */
  cutDownloadsAfter?: number | undefined
  /** Answers the end of a multipart upload with 200 and an error, and keeps nothing, as S3 may. */
  losesEnds?: boolean | undefined
  /** Keeps the first half of each object, and answers 200. */
  keepsHalves?: boolean | undefined
  /** Called when a part or an object arrives, before it is kept. */
  onUpload?: (() => void) | undefined
}

export interface S3Double {
  /** With the bucket. */
  readonly endpoint: string
  readonly env: Readonly<Record<string, string>>
  readonly objects: Map<string, Buffer>
  /** Multipart uploads that have not ended. */
  readonly uploads: Map<string, Upload>
  readonly mood: S3Mood
  /** Requests whose signature was wrong or missing. */
  refused(): number
  /** The most bytes that one request had. */
  largestBody(): number
  close(): Promise<void>
}

const [keyId, secret, region, bucket] = ['AKIDEXAMPLE', 'a secret of the storage', 'eu-central-1', 'copies']

/** One that has begun: its object is there when it ends. */
interface Upload {
  readonly key: string
  readonly parts: Map<number, Buffer>
}

/** An S3-compatible storage in memory that checks each signature with aws4fetch. */
export async function openS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Upload>()
  const mood: S3Mood = {}
  let refused = 0
  let largestBody = 0
  let made = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const isUpload = request.method === 'PUT'
    if (isUpload) mood.onUpload?.()
    if (isUpload && mood.cutUploads !== undefined) {
      mood.cutUploads -= 1
      if (mood.cutUploads < 0) return void request.socket.destroy()
    }
    const body = await bytesOf(request)
    largestBody = Math.max(largestBody, body.length)
    if (mood.status !== undefined) return fail(response, mood.status, 'ServiceUnavailable')
    if (!(await isSigned(request, url, body))) {
      refused += 1
      return fail(response, 403, 'SignatureDoesNotMatch')
    }
    if (!url.pathname.startsWith(`/${bucket}`)) return fail(response, 404, 'NoSuchBucket')
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (key === '') return url.searchParams.has('uploads') ? listUploads(response) : list(response, url)
    return object(request.method ?? '', key, url.searchParams, body, response)
  }

  const list = (response: ServerResponse, url: URL) => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
    const rows = found.map(
      ([key, bytes]) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"${etag(bytes)}"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    xml(
      response,
      `<ListBucketResult><Name>${bucket}</Name><KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`,
    )
  }

  const listUploads = (response: ServerResponse) => {
    const rows = [...uploads].map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    xml(response, `<ListMultipartUploadsResult><Bucket>${bucket}</Bucket>${rows.join('')}</ListMultipartUploadsResult>`)
  }

  const object = (method: string, key: string, query: URLSearchParams, body: Buffer, response: ServerResponse) => {
    const uploadId = query.get('uploadId')
    const upload = uploadId === null ? undefined : uploads.get(uploadId)
    if (method === 'POST' && query.has('uploads')) {
      made += 1
      uploads.set(`upload-${made}`, { key, parts: new Map() })
      return xml(
        response,
        `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>upload-${made}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (uploadId !== null && !upload) return fail(response, 404, 'NoSuchUpload')
    if (upload && uploadId !== null) {
      if (method === 'PUT') upload.parts.set(Number(query.get('partNumber')), body)
      else uploads.delete(uploadId)
      if (method === 'POST' && mood.losesEnds) return xml(response, '<Error><Code>InternalError</Code></Error>')
      if (method === 'POST') {
        const whole = Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part))
        objects.set(key, whole)
        return xml(
          response,
          `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"${etag(whole)}"</ETag></CompleteMultipartUploadResult>`,
        )
      }
      return void response.writeHead(method === 'PUT' ? 200 : 204, { etag: `"${etag(body)}"` }).end()
    }
    if (method === 'PUT') {
      objects.set(key, mood.keepsHalves ? body.subarray(0, body.length >> 1) : body)
      return void response.writeHead(200, { etag: `"${etag(body)}"` }).end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const bytes = objects.get(key)
    if (!bytes) return fail(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': bytes.length, etag: `"${etag(bytes)}"` })
    if (method === 'HEAD') return void response.end()
    const cut = mood.cutDownloadsAfter
    if (cut === undefined) return void response.end(bytes)
    response.write(bytes.subarray(0, cut), () => response.destroy())
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`
  return {
    endpoint,
    env: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_PREFIX: 'kw/',
      BACKUP_S3_KEY_ID: keyId,
      BACKUP_S3_SECRET: secret,
    },
    objects,
    uploads,
    mood,
    refused: () => refused,
    largestBody: () => largestBody,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Signs what arrived anew, with the headers that the sender says it has signed. */
async function isSigned(request: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const { authorization = '' } = request.headers
  const found = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/[^,]+, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    authorization,
  )
  if (found?.[1] !== keyId) return false
  const claimed = String(request.headers['x-amz-content-sha256'] ?? '')
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== createHash('sha256').update(body).digest('hex')) return false
  const names = (found[2] ?? '').split(';')
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]))
  const signer = new AwsV4Signer({
    ...{ method: request.method ?? '', url: url.href, headers, accessKeyId: keyId, secretAccessKey: secret },
    ...{ service: 's3', region, datetime: String(request.headers['x-amz-date'] ?? ''), allHeaders: true },
  })
  const expected = /Signature=(\w+)/.exec((await signer.sign()).headers.get('authorization') ?? '')?.[1]
  return expected === found[3]
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const etag = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

const xml = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { 'content-type': 'application/xml' }).end(text)

const fail = (response: ServerResponse, status: number, code: string) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
