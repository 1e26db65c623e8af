/**
 * The key of a remembered password is derived from two shares: one kept here in IndexedDB (not extractable), one on the
 * server. Neither is enough alone.
 */

const database = 'keywright'
const store = 'keys'
const name = 'remember'

const keyShareBytes = 32

/**
 * False over plain HTTP except on localhost, where browsers have no Web Crypto, and when storage is blocked: then no
 * password is remembered.
 */
export function canRememberPassword(): boolean {
  try {
    return window.crypto.subtle !== undefined && window.indexedDB !== undefined
  } catch {
    return false
  }
}

/** Creates a new share; what was encrypted with the previous one can't be decrypted any more. */
export async function createLocalKeyShare(): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(keyShareBytes))
  const half = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  bytes.fill(0)
  await inStore('readwrite', (keys) => keys.put(half, name))
  return half
}

export async function findLocalKeyShare(): Promise<CryptoKey | undefined> {
  const found: unknown = await inStore('readonly', (keys) => keys.get(name))
  return found instanceof CryptoKey ? found : undefined
}

export async function removeLocalKeyShare(): Promise<void> {
  await inStore('readwrite', (keys) => keys.delete(name))
}

/** The AES-256-GCM key from both shares. */
export function rememberKey(half: CryptoKey, share: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: share, info: new Uint8Array() }
  return crypto.subtle.deriveKey(derivation, half, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

async function inStore<T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(store)
  const open = await requestDone(opening)
  try {
    return await requestDone(act(open.transaction(store, mode).objectStore(store)))
  } finally {
    open.close()
  }
}

function requestDone<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
  })
}
