const SHOWN_MAX = 99;

/** A number beside a link; the link's title says it in words, so that its name stays. [S12.2] */
export function LinkCount({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <span aria-hidden="true" className="figures tab-count">
      {n > SHOWN_MAX ? `${SHOWN_MAX}+` : n}
    </span>
  );
}
