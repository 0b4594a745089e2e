import type { TestShop } from "./shop.ts";

/** What the audit list has of a subject, oldest first: the deeds with their facts. */
export async function auditOf(
  { services }: Pick<TestShop, "services">,
  subjectId: string,
): Promise<[deed: string, facts: Record<string, unknown>][]> {
  const { rows } = await services.db.$client.query<{ deed: string; facts: Record<string, unknown> }>(
    "select deed, facts from audit_entries where subject_id = $1 order by id",
    [subjectId],
  );
  return rows.map(({ deed, facts }) => [deed, facts]);
}
