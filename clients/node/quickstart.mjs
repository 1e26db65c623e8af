import { explain, LicenseClient } from '@keywright/client'

const publicKeys = ['YOUR_PUBLIC_KEY', 'YOUR_NEXT_PUBLIC_KEY']
const program = { apiKey: 'YOUR_API_KEY', version: '1.0.0', hwidSalt: 'keywright-app-0' }
const client = new LicenseClient({ origin: 'http://localhost:3000', publicKeys, ...program })
const [username = '', password = ''] = process.argv.slice(2)
const user = await client.login(username, password)
console.log(user.ok ? user.message : explain(user).text)
if (user.ok) await client.monitor({ lost: ({ message }) => console.log(message) })
process.stdin.once('end', () => client.logout()).resume()
