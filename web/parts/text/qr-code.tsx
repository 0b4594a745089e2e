/** A QR code of rows of modules, dark on white in both themes, for cameras. */
export function QrCode({ rows, label }: { rows: boolean[][]; label: string }) {
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-52 rounded-field bg-white"
    >
      <path d={dark.join("")} fill="black" />
    </svg>
  );
}
