export const dates = 'Dates'
export const time = 'Time'
export const from = 'From'
export const to = 'to'
export const toText = 'To'
export const days = (days: number) => `${days} days`
