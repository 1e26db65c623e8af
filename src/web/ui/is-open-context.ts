import { createContext } from 'react'

/** Whether the window around a piece is open; true where there is none. */
export const IsOpenContext = createContext(true)
