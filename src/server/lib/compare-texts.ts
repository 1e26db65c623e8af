/** Letter by letter, the same in every place of the world; 0 for equal ones, so that what comes next decides. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
