import { useCallback, useContext, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { type ApiReply, api } from '../../api/client.ts'
import * as texts from '../../texts/portal-order.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { Narrow } from './narrow.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalContext } from './use-portal.ts'

type Order = ApiReply<'POST /api/portal/:slug/order'>
/** `undefined`: still looking. */
type Found = Order | Error | undefined

/** Buyers come here faster than the shop's call: these are the pauses between the looks of the page itself. */
const pausesMs = [2000, 4000, 8000, 16_000] as const

const isUnknown = (found: Found) => found instanceof ApiError && found.status === 404

/** The license keys of an order, where the shop sends its buyer after the payment: `/portal/{slug}/order?ref=…` */
export function OrderPage() {
  const { found, look } = useOrder(new URLSearchParams(location.search).get('ref') ?? '')
  if (found === undefined) {
    return (
      <Narrow title={texts.looking} text={texts.lookingText}>
        <Spinner size={24} />
      </Narrow>
    )
  }
  if (found instanceof Error) {
    return (
      <Narrow title={texts.notFound} text={isUnknown(found) ? texts.notFoundText : texts.failedText}>
        {!isUnknown(found) && <ErrorText text={found.message} />}
        <PortalButton variant="primary" onClick={look}>
          {texts.lookAgain}
        </PortalButton>
        <ToPortal text={texts.toPortal} />
      </Narrow>
    )
  }
  return (
    <Narrow
      title={texts.title(found.keys.length)}
      text={texts.keepIt(found.keys.length, formatDateTime(found.shown_until))}
    >
      {found.is_test && <p className="text-warn">{texts.isTest}</p>}
      <ul className="flex flex-col gap-3">
        {found.keys.map((key) => (
          <KeyLine key={key} text={key} />
        ))}
      </ul>
      <ToPortal text={texts.manage} />
    </Narrow>
  )
}

/** Looks for the order, a few times while it is unknown. */
function useOrder(ref: string) {
  const { slug } = useContext(PortalContext)
  const [found, setFound] = useState<Found>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const ask = (turn: number) =>
      api('POST /api/portal/:slug/order', { params: { slug }, body: { ref } })
        .then((order) => isCurrent && setFound(order))
        .catch((error: Error) => {
          const pauseMs = pausesMs[turn]
          if (!isCurrent) return
          if (isUnknown(error) && pauseMs !== undefined) timer = setTimeout(ask, pauseMs, turn + 1)
          else setFound(error)
        })
    // who asks again has waited already
    void ask(round === 0 ? 0 : pausesMs.length)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [slug, ref, round])
  const look = useCallback(() => setRound((last) => last + 1), [])
  return { found, look }
}

function KeyLine({ text }: { readonly text: string }) {
  const [said, setSaid] = useState<string>()
  const copy = async () => setSaid((await copyText(text)) ? texts.copied : texts.copyFailed)
  return (
    <li className="flex flex-col gap-2 rounded-inner border border-line bg-raised p-3">
      <code className="break-all">{text}</code>
      <PortalButton aria-label={texts.copyOf(text)} onClick={copy}>
        {texts.copy}
      </PortalButton>
      <span role="status" className="text-second text-fg-2 empty:hidden">
        {said}
      </span>
    </li>
  )
}

function ToPortal({ text }: { readonly text: string }) {
  const { slug } = useContext(PortalContext)
  return (
    <a href={`/portal/${slug}`} className={`${buttonClass('ghost', 'md')} min-h-11`}>
      {text}
    </a>
  )
}
