/** Decoration: stars behind the page, which stand still for who asked for less motion. */
export function Starfield() {
  return <div className="starfield" aria-hidden />
}
