/** The topic of an account: its orders changed, or who may read them did. It carries no data. [S4.7] [S4.10] */
export function accountTopic(userId: string): string {
  return `user:${userId}`;
}
