// Takes the Node.js sample as a library: `driver.mjs client.mjs vectors` answers what it is asked line by line.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'

const path = process.argv[2]
const { component, firstMachineId, hardwareId, signedAt, leaseHolds } = await import(pathToFileURL(path).href)

const decode = (text) => Buffer.from(text, 'base64').toString()
const header = (text) => (text === '-' ? null : decode(text))

/** They are nobody's business outside of the sample, so it does not export them. */
function values() {
  const source = readFileSync(path, 'utf8')
  const config = source.slice(source.indexOf('// #region config'), source.indexOf('// #endregion'))
  const names = ['API_KEY', 'APP_VERSION', 'ORIGIN', 'PUBLIC_KEY', 'NEXT_PUBLIC_KEY', 'HWID_SALT']
  return JSON.parse(runInNewContext(`${config}; JSON.stringify([${names.join()}])`))
}

const answers = {
  hwid: (machineId, salt) => hardwareId(decode(machineId), decode(salt)),
  component: (name, value, salt) => component(decode(name), decode(value), decode(salt)) ?? 'None',
  files: (salt, ...paths) => hardwareId(firstMachineId(...paths.map(decode)), decode(salt)),
  signed: (keys, path, nonce, requestBody, status, body, signatureInput, signature) => {
    const bodies = { requestBody: Buffer.from(requestBody, 'base64'), body: Buffer.from(body, 'base64') }
    const headers = { signatureInput: header(signatureInput), signature: header(signature) }
    const exchange = { path: decode(path), nonce, status: Number(status), ...bodies, ...headers }
    return signedAt(exchange, keys.split(',')) ?? 'None'
  },
  lease: (keys, lease, userId, hwid, clock, mark) => {
    const facts = { userId: Number(userId), hwid: decode(hwid), clock: Number(clock), mark: Number(mark) }
    return leaseHolds(decode(lease), facts, keys.split(',')) ? 'holds' : 'refused'
  },
  values: () =>
    values()
      .map((value) => Buffer.from(value).toString('base64'))
      .join('\n'),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...fields] = line.split(' ')
  console.log(String(answers[name](...fields)))
}
