import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { toastDurationMs, toastSwipeThresholdPx } from '../../../shared/constants.ts'
import * as texts from '../../texts/ui.ts'
import { dismissToast, type ShownToast, toastStore } from './toast.ts'

/**
 * Shows toasts: 5 s, swipe right to close, F8 to focus. At the bottom on wide screens, at the top on narrow ones, where
 * sheets have their buttons at the bottom. Once for the whole page.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  return (
    <Radix.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipeThresholdPx}>
      {shown !== undefined && <ToastCard key={shown.id} shown={shown} />}
      <Radix.Viewport className="pointer-events-auto fixed inset-x-0 top-0 z-70 flex flex-col gap-2 p-3 outline-none empty:hidden sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:w-96 sm:p-4" />
    </Radix.Provider>
  )
}

function ToastCard({ shown }: { readonly shown: ShownToast }) {
  const isBad = shown.kind === 'destructive'
  const Icon = isBad ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      open={shown.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast()}
      type={shown.isNews ? 'background' : 'foreground'}
      className="flex items-start gap-3 rounded-card border border-line bg-overlay py-3 pr-2 pl-4 shadow-float data-[state=open]:animate-rise data-[state=closed]:animate-rise-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-full data-[swipe=end]:opacity-0 data-[swipe=end]:transition-[transform,opacity]"
    >
      <Icon
        size={18}
        strokeWidth={1.75}
        className={isBad ? 'mt-px shrink-0 text-bad' : 'mt-px shrink-0 text-ok'}
        aria-hidden
      />
      <div className="min-w-0 grow">
        <Radix.Title className="font-medium">{shown.title}</Radix.Title>
        {shown.description !== undefined && (
          <Radix.Description className="text-second text-fg-2">{shown.description}</Radix.Description>
        )}
      </div>
      {shown.action !== undefined && (
        <Radix.Action
          altText={shown.action.label}
          onClick={shown.action.onClick}
          className="-my-1 h-8 shrink-0 rounded-control px-2.5 font-medium text-accent hover:bg-raised touch:h-11"
        >
          {shown.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={texts.close}
        className="-my-1 grid size-8 shrink-0 place-items-center rounded-control text-fg-3 hover:bg-raised hover:text-fg touch:size-11"
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </Radix.Close>
    </Radix.Root>
  )
}
