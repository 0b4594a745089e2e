/**
 * The topic that is announced when an account's orders or its access to them change. [S4.7] [S4.10]
 */
export function accountTopic(userId: string): string {
  return `user:${userId}`;
}
