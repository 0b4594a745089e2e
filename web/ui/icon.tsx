import { classNames } from "./class-names.ts";

/** Our own icons: paths with a stroke of 2 in a square of 24. */
const drawings = {
  alert: "M12 8v5M12 16.5v.01M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  arrow: "M5 12h14M13 6l6 6-6 6",
  ban: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6",
  bolt: "M13 2 4 14h7l-1 8 9-12h-7l1-8Z",
  box: "M3.5 7.5 12 3l8.5 4.5v9L12 21l-8.5-4.5v-9ZM3.5 7.5 12 12l8.5-4.5M12 12v9",
  chat: "M21 12a8 8 0 0 1-8 8H4l1.8-3.1A8 8 0 1 1 21 12Z",
  check: "M4.5 12.5 10 18 19.5 7",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  cross: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9l6 6M15 9l-6 6",
  done: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.2l2.8 2.8L16 9.6",
  down: "M6 9l6 6 6-6",
  download: "M12 3v12M7 10.5l5 5 5-5M4 20h16",
  edit: "M4 20h4L19.5 8.5l-4-4L4 16v4ZM13.5 6.5l4 4",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  eye: "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  gift: "M4 11h16v10H4ZM2.5 7h19v4h-19ZM12 7v14M12 7S10.8 2.5 8 2.8C5.4 3 5.6 7 8 7M12 7s1.2-4.5 4-4.2c2.6.2 2.4 4.2 0 4.2",
  home: "M3 11.5 12 4l9 7.5M5.5 9.7V20h13V9.7M10 20v-5.5h4V20",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.5v.01",
  key: "M15 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM10.7 13.3 3 21M6 18l2.5 2.5M15 9v.01",
  link: "M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.2a4.5 4.5 0 0 0-6.4-6.4L12 5.6M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.2a4.5 4.5 0 0 0 6.4 6.4l1.2-1.2",
  lock: "M5 11h14v10H5ZM8 11V7.5a4 4 0 0 1 8 0V11",
  login: "M14 4h6v16h-6M4 12h11M11 8l4 4-4 4",
  logout: "M10 4H4v16h6M9 12h12M17 8l4 4-4 4",
  mail: "M3 5h18v14H3ZM3 6l9 7 9-7",
  menu: "M4 7h16M4 12h16M4 17h16",
  minus: "M5 12h14",
  more: "M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  pause: "M8.5 5v14M15.5 5v14",
  picture: "M3 5h18v14H3ZM3 16l5-5 5 5M12.5 15.5 16 12l5 5M15.5 8.5v.01",
  play: "M7.5 4.5v15l12-7.5-12-7.5Z",
  plus: "M5 12h14M12 5v14",
  receipt: "M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21ZM9 8h6M9 12.5h6",
  refresh: "M20 5v5h-5M4 19v-5h5M5.6 9A7.5 7.5 0 0 1 18.6 7.5L20 10M4 14l1.4 2.5A7.5 7.5 0 0 0 18.4 15",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5",
  send: "M21 3 10 14M21 3l-7 18-4-7-7-4 18-7Z",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  shield: "M12 3 4.5 6v5.5c0 4.6 3.1 7.9 7.5 9.5 4.4-1.6 7.5-4.9 7.5-9.5V6L12 3ZM8.5 12l2.5 2.5 4.5-4.7",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  system: "M3 4h18v12H3ZM8 20h8M12 16v4",
  ticket: "M3 6h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4V6ZM14.5 6.5v1.5M14.5 11v2M14.5 16v1.5",
  trash: "M4 6.5h16M9 6V3.5h6V6M6 6.5 7 21h10l1-14.5M10 10.5v6M14 10.5v6",
  up: "M6 15l6-6 6 6",
  upload: "M12 16V4M7 8.5l5-5 5 5M4 20h16",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c.6-4 3.8-6 8-6s7.4 2 8 6",
} as const;

export type IconName = keyof typeof drawings;

/** A decorative icon, hidden from screen readers: the text beside it says the same. [S2.37] */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={classNames("icon", className)} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** All icons, which `Icon` refers to. Mount once, in the root, before the first icon. */
export function IconSprite() {
  return <svg aria-hidden="true" style={{ display: "none" }} dangerouslySetInnerHTML={{ __html: symbols }} />;
}

const symbols = Object.entries(drawings)
  .map(([name, path]) => `<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`)
  .join("");

/** A spinner for something in progress. */
export function Spinner() {
  return (
    <svg viewBox="0 0 24 24" className="icon animate-turn stroke-3" aria-hidden="true">
      <circle cx="12" cy="12" r="9" strokeOpacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}
