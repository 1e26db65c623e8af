import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'

export interface CodeMirrorProps {
  /** The field's accessible name. */
  readonly label: string
  /** The initial text; a new `key` starts over. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isReadOnly?: boolean
  /** Syntax highlighting; without it the text is plain. */
  readonly language?: 'typescript' | undefined
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.self], color: '#a3b8ff' },
  { tag: [tags.string, tags.regexp], color: '#7fd6a4' },
  { tag: [tags.number, tags.bool, tags.null, tags.escape], color: '#f0b67a' },
  { tag: tags.comment, color: '#8b95a5' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: '#6fc7f5' },
  { tag: [tags.typeName, tags.className], color: '#e3c77f' },
])

const look = EditorView.theme(
  {
    '&': { backgroundColor: 'var(--color-bg)', color: 'var(--color-fg)', height: '100%', fontSize: '0.8125rem' },
    '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', fontFeatureSettings: '"calt" 0', lineHeight: '1.25rem' },
    '.cm-gutters': { backgroundColor: 'var(--color-bg)', color: 'var(--color-fg-3)', border: 'none' },
    '.cm-cursor': { borderLeftColor: 'var(--color-fg)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: '#2b3a66',
    },
  },
  { dark: true },
)

/** The editor; it fills its parent. Tab moves to the next control, as in every field. */
export function CodeMirror({ label, text, onChange, isReadOnly = false, language }: CodeMirrorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const first = useRef({ label, text, isReadOnly, language })
  const report = useRef(onChange)
  report.current = onChange
  useEffect(() => {
    if (parent.current === null) return
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: first.current.text,
        extensions: extensionsFor(first.current, (now) => report.current(now)),
      }),
    })
    return () => view.destroy()
  }, [])
  return <div ref={parent} className="h-full min-h-0" />
}

function extensionsFor(
  { label, isReadOnly, language }: Pick<CodeMirrorProps, 'label' | 'isReadOnly' | 'language'>,
  onChange: (text: string) => void,
): Extension[] {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return [
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
    lineNumbers(),
    history(),
    drawSelection(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    look,
    syntaxHighlighting(colors),
    ...(language === 'typescript' ? [javascript({ typescript: true })] : []),
    EditorState.readOnly.of(isReadOnly ?? false),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      tabindex: '0',
      ...(isReadOnly && { 'aria-readonly': 'true' }),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}
