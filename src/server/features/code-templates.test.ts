import { beforeAll, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { codeTemplateMaxLength } from '../../shared/constants.ts'
import { readShippedSample, readShippedSamples } from '../lib/shipped-samples.ts'

const path = '/api/code-templates'
const node = readShippedSample('node')
const changed = `${node}// changed here\n`

interface Template {
  readonly language: string
  readonly isEdited: boolean
  readonly editedBy: string | null
  readonly source: string
}

describe('code templates', () => {
  const test = useTestApp()
  let editor: TestAccount
  let reader: TestAccount
  beforeAll(async () => {
    const owner = await test.account('owner')
    editor = await test.account('user')
    await owner.api('PATCH', `/api/admin/users/${editor.id}`, { permissions: ['edit_code'] })
    reader = await test.account('admin')
  })
  const read = async (language = 'node') => (await reader.api<Template>('GET', `${path}/${language}`)).body
  const save = (source: string) => editor.api<{ fields?: Record<string, string> }>('PUT', `${path}/node`, { source })

  it('are the shipped files of all languages while nobody changed one', async () => {
    const list = (await reader.api<readonly Template[]>('GET', path)).body
    expect(list.map(({ language }) => language)).toEqual([
      'csharp',
      'python',
      'node',
      'php',
      'cpp',
      'javascript',
      'java',
      'go',
      'rust',
    ])
    expect(list.every(({ isEdited }) => !isEdited)).toBe(true)
    expect(list.some((template) => 'source' in template)).toBe(false)
    expect(await read()).toMatchObject({ source: node, isEdited: false, editedBy: null })
  })

  it('are changed for everybody, say so with the name of who did it, and go back to the shipped text', async () => {
    expect(await save(changed)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ source: changed, isEdited: true, editedBy: editor.email })
    expect(await read('python')).toMatchObject({ isEdited: false })
    expect(await editor.api('DELETE', `${path}/node`)).toMatchObject({ body: { source: node, isEdited: false } })
    expect(await read()).toMatchObject({ source: node, isEdited: false })
  })

  it('count as shipped again when they are saved as they were shipped', async () => {
    await save(changed)
    await save(node)
    expect(await read()).toMatchObject({ source: node, isEdited: false, editedBy: null })
  })

  it('have room for what is added to any shipped text', () => {
    for (const { language, source } of readShippedSamples()) {
      expect((source.length * 7) / 6, language).toBeLessThan(codeTemplateMaxLength)
    }
  })

  it.each([
    ['lacks the placeholder of the API key', node.replace("'YOUR_API_KEY'", "'my own key'")],
    ['holds a placeholder twice', `${node}// 'YOUR_API_KEY'\n`],
    ['lacks a constant', node.replace('HEARTBEAT_SECONDS = 30', 'HEARTBEAT_SECONDS = 60')],
    ['is empty', ''],
    ['is too long', node.padEnd(codeTemplateMaxLength + 1, '/')],
  ])('are not saved when the text %s', async (_why, source) => {
    const refused = await save(source)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['source'])
    expect(await read()).toMatchObject({ source: node })
  })

  it('are changed by nobody without edit_code, and a change is in the audit log', async () => {
    expect(await reader.api('PUT', `${path}/node`, { source: changed })).toMatchObject({ status: 403 })
    expect(await reader.api('DELETE', `${path}/node`)).toMatchObject({ status: 403 })
    expect(await read()).toMatchObject({ source: node })
    await save(changed)
    await editor.api('DELETE', `${path}/node`)
    await editor.api('DELETE', `${path}/node`)
    const log = (await editor.api<{ action: string; subject: string }[]>('GET', '/api/audit')).body
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'code_template.restore', subject: 'code template node' },
      { action: 'code_template.update', subject: 'code template node' },
    ])
    const restores = log.filter(({ action }) => action === 'code_template.restore')
    expect(restores).toHaveLength(2)
    expect(JSON.stringify(log)).not.toContain('changed here')
  })

  it('exist in no other language', async () => {
    expect((await reader.api('GET', `${path}/cobol`)).status).toBe(400)
  })
})
