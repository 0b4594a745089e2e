import { logoPath } from "#shop/settings/look/logo-path.ts";

/** The shop's logo, the owner's or else a signal over a track. The name beside it is a setting. [S12.12] */
export function ShopMark({ logo = null, className = "size-8" }: { logo?: string | null | undefined; className?: string }) {
  if (logo) return <img src={logoPath(logo, 96)} alt="" width="32" height="32" className={`${className} rounded-lg`} />;
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="oklch(0.34 0.09 264)" />
      <path d="M6 26h20M9 22.5 7 29M23 22.5l2 6.5" stroke="oklch(0.78 0.03 266)" strokeWidth="2" strokeLinecap="round" />
      <path d="M16 22V13" stroke="oklch(0.975 0.006 85)" strokeWidth="2.5" strokeLinecap="round" />
      <rect x="11" y="3" width="10" height="14" rx="5" fill="oklch(0.17 0.04 266)" stroke="oklch(0.975 0.006 85)" strokeWidth="1.5" />
      <circle cx="16" cy="7.5" r="2.4" fill="oklch(0.8 0.16 78)" />
      <circle cx="16" cy="12.7" r="2.4" fill="oklch(0.73 0.17 154)" />
    </svg>
  );
}
