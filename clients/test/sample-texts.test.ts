import { describe, expect, test } from 'vitest'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderSample } from '../../src/shared/render-sample.ts'
import manifest from '../manifest.json' with { type: 'json' }
import { languageIds, languageOf } from './languages.ts'

/** The texts of the specification that every sample shows, word for word; what a reason is put into ends before it. */
const texts = [
  'Please fill in all required fields (Username, Password, License Key)',
  'Session verification failed. Please try logging in again.',
  'Your session has expired. Please login again.',
  'You have been logged out.',
  'Connection error',
  'Not provided',
  'Never',
  'HWID-FALLBACK-',
  'Update Required',
  'Access Blocked',
  'Hardware Mismatch',
  'Account Expired',
  'Account Disabled',
  'Please wait',
  'Login failed',
  'Registration failed',
  "the server's answer could not be verified.",
]
const callsTexts = ['HWID-FALLBACK-', "the server's answer could not be verified."]
const consoleTexts = [
  "Unknown command. Type 'help' for available commands.",
  'Commands: logout, status, help, quit, exit',
]

const languages = languageIds.map(languageOf)

describe.for(languages)('the $title sample', (language) => {
  const { face, file, emptyLogin } = language
  const shown = [emptyLogin, ...texts, ...(face === 'console' ? consoleTexts : [])]

  test.for(face === 'calls' ? callsTexts : shown)('holds the text %s', async (text) => {
    expect(readShippedSample(language.id)).toContain(text)
  })

  test('holds every placeholder once, and is the shipped file where no value is given', () => {
    const source = readShippedSample(language.id)
    expect(renderSample(source, language.id, {})).toBe(source)
  })

  test('says in its first lines how to run it, and that the key belongs on no web page', () => {
    const head = readShippedSample(language.id).split('\n').slice(0, 24).join('\n')
    for (const word of [/Windows:|Windows, Linux, macOS:/, /Linux/, /macOS/, /web page/]) expect(head).toMatch(word)
  })

  test('is in the manifest with its tabs and its lines for each system', () => {
    const entry = manifest.samples.find(({ id }) => id === language.id)
    expect(entry).toMatchObject({ file, language: language.id })
    for (const lines of Object.values(entry?.run ?? {})) expect(lines.length).toBeGreaterThan(0)
  })
})
