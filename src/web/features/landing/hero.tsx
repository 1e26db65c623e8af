import { buttonClass } from '../../ui/button-class.ts'

export function Hero() {
  return (
    <section className="relative overflow-hidden px-6 pt-16 sm:pt-24">
      <div
        aria-hidden
        className="pointer-events-none absolute left-1/2 top-0 h-[480px] w-[900px] -translate-x-1/2 rounded-full bg-accent-solid/15 blur-[120px]"
      />
      <div className="relative mx-auto flex max-w-4xl flex-col items-center text-center">
        <h1 className="text-balance text-[clamp(2.25rem,6vw,3.5rem)] leading-[1.07] font-semibold tracking-tight">
          Licensing for the software you sell, on your own server.
        </h1>
        <p className="mt-6 max-w-2xl text-balance text-[1.125rem] leading-7 text-fg-2">
          Sign-in, license keys and hardware locks for the software you sell. One command starts it, one file holds the
          data, and nobody else is in between.
        </p>
        <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
          <div className="flex items-center gap-3 rounded-control border border-control bg-raised py-1 pr-1 pl-4">
            <code className="text-body">npm start</code>
            <button
              type="button"
              data-landing="copy"
              data-text="npm start"
              hidden
              className={buttonClass('ghost', 'sm')}
            >
              Copy
            </button>
          </div>
          <a href="/firebase-login" className={buttonClass('primary', 'md')}>
            Sign In
          </a>
        </div>
        <p className="mt-4 text-second text-fg-3">Free, MIT. Embedded database included, PostgreSQL if you like.</p>
      </div>
      <img
        src="/pictures/users.jpg"
        alt="The users of an application: name, status, hardware id, expiry and last login of each, with search and filters above."
        width={1440}
        height={900}
        fetchPriority="high"
        className="relative mx-auto mt-14 h-auto w-full max-w-6xl rounded-t-card border border-b-0 border-line shadow-float"
      />
    </section>
  )
}
