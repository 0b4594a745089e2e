/** What can be odd about an account or a proof. */
export const accountOddities = {} as const;
