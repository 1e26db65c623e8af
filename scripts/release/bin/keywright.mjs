#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'

/** Starts the server; with words behind it, runs one of the operator's commands. */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const oldest = engines.node.replace('>=', '')
const [major, minor] = oldest.split('.').map(Number)
const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number)

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Keywright needs Node ${oldest} or newer, and this is ${process.versions.node}.`)
  process.exit(2)
}
// As in a clone: settings may lie in .env of this folder, and variables of the environment win.
if (existsSync('.env')) process.loadEnvFile('.env')
await import(process.argv.length > 2 ? '../src/server/cli.js' : '../src/server/main.js')
