import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isMasked, maskApiKey } from '../../../shared/api-key-mask.ts'
import { renderSample, type SampleLanguage } from '../../../shared/render-sample.ts'
import { docsLanguages } from '../../common/code-samples/sample-languages.ts'
import { useSampleValues } from '../../common/code-samples/use-sample-values.ts'
import { useUsedTemplate } from '../../common/code-samples/use-templates.ts'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/application.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { loadFailureText } from '../../ui/lazy-component.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { curlCommand } from '../../ui/text/curl-command.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { noteKeyCopied } from './key-copied.ts'
import { systemOf } from './system-of.ts'
import { type Application, useNewestUser } from './use-application.ts'

export interface FirstLoginSamplesProps {
  readonly application: Application
  /** The user just added, with password, so that the shown command works as it is. */
  readonly newUser: { readonly username: string; readonly password: string } | undefined
}

/** Programs that are installed first, then those of a web page. */
const order: readonly SampleLanguage[] = ['csharp', 'python', 'node', 'php', 'cpp', 'java', 'go', 'rust', 'javascript']
const languages = order.flatMap((language) => docsLanguages.filter(({ value }) => value === language))

const tabs = [{ value: 'curl', label: 'curl' }, ...languages] as const

/** Ways to the first login: a line for the terminal, or the sample program of a language. */
export function FirstLoginSamples(props: FirstLoginSamplesProps) {
  const [shown, setShown] = useState<(typeof tabs)[number]['value']>('curl')
  /** The language whose button was pressed: it is downloaded as soon as its tab has it. */
  const [wanted, setWanted] = useState<SampleLanguage>()
  const download = (language: SampleLanguage) => {
    setWanted(language)
    setShown(language)
  }
  return (
    <Tabs
      label={texts.waysToLogIn}
      className="mt-3 overflow-clip rounded-inner border border-line"
      tabs={tabs}
      value={shown}
      onChange={(tab) => {
        setWanted(undefined)
        setShown(tab)
      }}
    >
      <div className="p-3">
        {shown === 'curl' ? (
          <>
            <CurlLine {...props} />
            <DownloadButtons onDownload={download} />
          </>
        ) : (
          <Sample key={shown} {...props} language={shown} isWanted={wanted === shown} />
        )}
      </div>
    </Tabs>
  )
}

function DownloadButtons({ onDownload }: { readonly onDownload: (language: SampleLanguage) => void }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <span className="text-second text-fg-2">{texts.orDownloadASample}</span>
      {languages.map(({ value, label }) => (
        <Button key={value} size="sm" aria-label={texts.downloadSample(label)} onClick={() => onDownload(value)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** The login as a one-line command with all known values filled in. */
function CurlLine({ application, newUser }: FirstLoginSamplesProps) {
  const { id, apiKey, version, hwidLockEnabled, counts } = application
  const newest = useNewestUser(id, newUser === undefined && counts.users > 0)
  const commandWith = (key: string) =>
    curlCommand({
      origin: window.location.origin,
      apiKey: key,
      username: newUser?.username ?? newest ?? 'USERNAME',
      password: newUser?.password ?? 'PASSWORD',
      version,
      hwid: hwidLockEnabled ? 'my-first-machine' : undefined,
    })
  const hint =
    newUser !== undefined
      ? texts.pasteThisIntoA
      : newest === undefined
        ? texts.pasteThisIntoATerminal
        : texts.pasteThisIntoATerminalWith
  return (
    <div className="flex flex-col gap-2">
      <p className="text-second text-fg-2">{hint}</p>
      <CodeBlock
        label={texts.curl}
        code={commandWith(apiKey)}
        masked={commandWith(maskApiKey(apiKey))}
        onCopied={() => noteKeyCopied(id)}
      />
      {hwidLockEnabled && <p className="text-second text-fg-3">{texts.hwidLockIsOn}</p>}
    </div>
  )
}

interface SampleProps {
  readonly application: Application
  readonly language: SampleLanguage
  /** Downloads it without another press. */
  readonly isWanted: boolean
}

/** A sample program with key, version and address filled in, and how to start it on this computer. */
function Sample({ application, language, isWanted }: SampleProps) {
  const values = useSampleValues(application)
  const { template, error, retry } = useUsedTemplate(language)
  const save = async () => {
    if (template === undefined || values === undefined) return
    const zip = await import('../../common/code-samples/zip-sample.ts').catch(() => undefined)
    if (zip === undefined) return toast(loadFailureText)
    zip.saveZip(template.sample.facts.file, renderSample(template.source, language, values))
    if (!isMasked(application.apiKey)) noteKeyCopied(application.id)
  }
  const isReady = template !== undefined && values !== undefined
  const wasSaved = useRef(!isWanted)
  useEffect(() => {
    if (!isReady || wasSaved.current) return
    wasSaved.current = true
    void save()
  })
  if (error !== null) return <QueryError error={error} refetch={retry} isRefetching={false} />
  if (!isReady) return <Loading />
  const { file, build, run } = template.sample.facts
  const system = systemOf(navigator.platform)
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void save()}>
        {texts.downloadSampleText}
      </Button>
      <p className="text-second text-fg-2">
        {texts.withThisApplicationsVersion(file, isMasked(application.apiKey) ? '' : 'key, ')}
      </p>
      <div className="w-full min-w-0">
        <CodeBlock label={texts.runOn(systemNames[system])} code={[...build[system], ...run[system]].join('\n')} />
      </div>
      <TextLink href={`/integration?app=${application.id}&lang=${language}`}>{texts.seeTheCode}</TextLink>
    </div>
  )
}

const systemNames = { windows: texts.windows, macos: 'macOS', linux: texts.linux } as const
