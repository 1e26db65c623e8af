import { LandingSection } from './landing-section.tsx'

const pictures = [
  [
    'overview',
    'Overview',
    'An application at a glance: users, live sessions, success rate and the last weeks of sign-ins.',
  ],
  ['licenses', 'License Keys', 'License keys with their seats, validity and the days that are left.'],
  ['activity', 'Activity', 'The activity log: every login and refusal with its reason, address and program.'],
] as const

/** Taken by `npm run pictures` from the demo, so that they show what there is. */
export function DashboardPictures() {
  return (
    <LandingSection
      id="dashboard"
      title="A dashboard that answers"
      text="Search a hundred thousand users as you type, act on all that match, undo it. On the phone, too."
    >
      <div className="grid gap-8 lg:grid-cols-3">
        {pictures.map(([name, title, text]) => (
          <figure key={name}>
            <img
              src={`/pictures/${name}.jpg`}
              alt={text}
              width={1440}
              height={900}
              loading="lazy"
              decoding="async"
              className="h-auto w-full rounded-card border border-line"
            />
            <figcaption className="mt-3 text-fg-2">{title}</figcaption>
          </figure>
        ))}
      </div>
    </LandingSection>
  )
}
