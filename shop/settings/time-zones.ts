/** Outdated names that some runtimes still list, with the current ones. */
const today: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const HOME = "Asia/Kolkata";
let listed: readonly string[] | null = null;

/** The IANA time zones that this runtime knows, India's first, the others by name. */
export function timeZones(): readonly string[] {
  listed ??= [HOME, ...Intl.supportedValuesOf("timeZone").map((name) => today[name] ?? name), "UTC"]
    .filter((name, at, all) => all.indexOf(name) === at && isKnown(name))
    .sort((one, other) => Number(other === HOME) - Number(one === HOME) || (one < other ? -1 : 1));
  return listed;
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
