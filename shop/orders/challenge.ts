/**
 * The header by which a page says that it can solve a challenge, and sends what it solved: `can` at first, then the challenge and its solution in JSON. Who
 * does not send it is told to wait and no more.
 */
export const SOLUTION_HEADER = "Challenge-Solution";
