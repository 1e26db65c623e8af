import { buttonClass } from './button-class.ts'

/** In the place of a piece whose code did not come. Plain, since what it is made of must be here already. */
export function LateFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <p className="max-w-md text-fg">Failed to load this part of the page. Check your connection and try again.</p>
      <button type="button" className={buttonClass('secondary', 'md')} onClick={retry}>
        Try again
      </button>
    </div>
  )
}
