import type { TestShop } from "./shop.ts";

/** The audit entries about a subject, oldest first, with their facts. */
export async function auditOf(
  { services }: Pick<TestShop, "services">,
  subjectId: string,
): Promise<[action: string, facts: Record<string, unknown>][]> {
  const { rows } = await services.db.$client.query<{ action: string; facts: Record<string, unknown> }>(
    "select action, facts from audit_entries where subject_id = $1 order by id",
    [subjectId],
  );
  return rows.map(({ action, facts }) => [action, facts]);
}
