/** Fields of a form by their names; a tick that is false or a text that is empty is not sent. */
export type Fields = Readonly<Record<string, string | boolean | null | undefined>>;

/**
 * What a form sends along unseen: which one it is, and what other steps stored, because a method is
 * saved whole.
 */
export function StoredFields({ form, fields }: { form: string; fields: Fields }) {
  return (
    <>
      <input type="hidden" name="form" value={form} />
      {Object.entries(fields).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value === true ? "on" : value} /> : null,
      )}
    </>
  );
}
