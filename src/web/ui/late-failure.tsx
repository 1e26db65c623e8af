import { buttonClass } from './button-class.ts'

export const lateFailure = {
  title: 'Failed to load this part of the page',
  description: "Can't reach the server. Check your connection and try again.",
  kind: 'destructive',
} as const

/** In the place of a piece whose code did not come. Plain, since what it is made of must be here already. */
export function LateFailure({ retry }: { readonly retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 p-6">
      <p>
        {lateFailure.title}. {lateFailure.description}
      </p>
      <button type="button" className={buttonClass('secondary', 'md')} onClick={retry}>
        Try again
      </button>
    </div>
  )
}
