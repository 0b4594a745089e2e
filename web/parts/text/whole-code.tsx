/** A code in a sentence or title: it is not translated, and no line breaks in it. */
export function WholeCode({ code }: { code: string }) {
  return (
    <span translate="no" className="whitespace-nowrap">
      {code}
    </span>
  );
}
