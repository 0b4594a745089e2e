import { useTexts } from "#web/texts.tsx";

/** The home page's drawing, hidden from screen readers: a signal, tracks and a ticket. [S2.7] */
export function HeroPicture({ className }: { className: string }) {
  const texts = useTexts("home");
  return (
    <svg viewBox="0 0 480 340" className={className} aria-hidden="true">
      <circle cx="250" cy="170" r="150" fill="var(--color-night-raised)" />
      <g fill="oklch(0.9 0.04 266)" opacity="0.7">
        <circle cx="90" cy="60" r="2" />
        <circle cx="150" cy="24" r="2.5" />
        <circle cx="420" cy="70" r="2.5" />
        <circle cx="450" cy="150" r="2" />
        <circle cx="36" cy="130" r="2" />
        <circle cx="330" cy="20" r="2" />
      </g>
      <path d="M196 340 248 176M324 340 272 176" stroke="oklch(0.72 0.04 266)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M190 322h140M202 290h116M214 262h92M224 238h72M232 216h56M239 198h42"
        stroke="oklch(0.5 0.06 266)"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path d="M20 176h440" stroke="oklch(0.5 0.06 266)" strokeWidth="3" />
      <path d="M60 176v-38h34v-22h30v60M356 176v-50h44v18h36v32" fill="oklch(0.38 0.06 266)" />
      <g>
        <path d="M392 340V70" stroke="oklch(0.72 0.04 266)" strokeWidth="9" strokeLinecap="round" />
        <rect x="360" y="36" width="64" height="138" rx="32" fill="oklch(0.13 0.03 266)" stroke="oklch(0.72 0.04 266)" strokeWidth="4" />
        <circle cx="392" cy="70" r="17" fill="oklch(0.36 0.09 26)" />
        <circle cx="392" cy="106" r="17" fill="oklch(0.4 0.07 78)" />
        <circle cx="392" cy="142" r="27" fill="oklch(0.75 0.17 154)" opacity="0.25" />
        <circle cx="392" cy="142" r="17" fill="oklch(0.75 0.17 154)" />
      </g>
      <g transform="rotate(-8 160 230)">
        <path
          d="M52 164h222a10 10 0 0 1 10 10v30a18 18 0 0 0 0 36v30a10 10 0 0 1-10 10H52a10 10 0 0 1-10-10v-30a18 18 0 0 0 0-36v-30a10 10 0 0 1 10-10Z"
          fill="oklch(0.985 0.008 85)"
        />
        <path d="M214 174v96" stroke="oklch(0.75 0.03 266)" strokeWidth="3" strokeDasharray="5 8" />
        <text x="74" y="198" fill="oklch(0.5 0.04 266)" fontSize="13" fontFamily="var(--font-sans)" fontWeight="600">
          {texts("requestCode")}
        </text>
        <text x="74" y="226" fill="oklch(0.25 0.06 266)" fontSize="21" fontFamily="var(--font-mono)" fontWeight="700">
          {DRAWN_CODE}
        </text>
        <path d="M74 252h84" stroke="oklch(0.86 0.02 266)" strokeWidth="9" strokeLinecap="round" />
        <circle cx="247" cy="222" r="19" fill="oklch(0.6 0.145 152)" />
        <path d="m238 222 7 7 12-14" fill="none" stroke="white" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      </g>
    </svg>
  );
}

const DRAWN_CODE = "REQ-MJUJ7";
