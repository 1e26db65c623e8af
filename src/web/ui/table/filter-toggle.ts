/** Marks the button that unfolds the filters of a list on a phone; the order of its cards belongs to them. */
export const filterToggle = { 'data-filter-toggle': '' } as const

/** On what is shown with the filters, inside a card that is a `group/card`. */
export const foldedClass = 'group-has-[[data-filter-toggle][aria-expanded=false]]/card:max-sm:hidden'

/** On what a phone shows with the unfolded filters alone. */
export const unfoldedClass = 'max-sm:hidden group-has-[[data-filter-toggle][aria-expanded=true]]/card:max-sm:flex'
