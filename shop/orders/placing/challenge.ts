/**
 * The request header for challenges. A page that can solve one sends `can` first, then the
 * challenge and its solution as JSON. Without the header, a client over the limit is only told to
 * wait.
 */
export const SOLUTION_HEADER = "Challenge-Solution";
