/** Compares by code unit, independent of the locale; 0 for equal texts. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
