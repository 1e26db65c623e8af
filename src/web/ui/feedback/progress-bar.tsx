export interface ProgressBarProps {
  readonly label: string
  readonly value: number
  /** 0: not known yet. */
  readonly max: number
}

/** A progress bar. `<ProgressBar label="Progress" value={done} max={total} />` */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  const share = max === 0 ? 0 : Math.min(1, value / max)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={max === 0 ? undefined : value}
      className="h-2 overflow-hidden rounded-full border border-control bg-bg"
    >
      <div
        className="h-full origin-left bg-accent-solid transition-transform duration-150 ease-quiet"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
