import { type DOMReadyEvent, definePlugin, type HtmlElement, HtmlValidate, Rule, StaticConfigLoader } from "html-validate/node";

/** A group in a `dl`: at least one `dt`, then at least one `dd`. */
const GROUP = /^(dt )+(dd )+$/;

/**
 * The HTML standard's rule for a `dl`, which the validator lacks: groups, bare or each in its own
 * `div`.
 */
class GroupsOfDl extends Rule {
  override setup(): void {
    this.on("dom:ready", ({ document }: DOMReadyEvent) => {
      for (const dl of document.querySelectorAll("dl")) {
        const divs = dl.childElements.filter(({ tagName }) => tagName === "div");
        for (const div of divs) this.expectGroups(div, GROUP);
        if (divs.length === 0 && dl.childElements.length > 0) this.expectGroups(dl, /^((dt )+(dd )+)+$/);
        else if (divs.length < dl.childElements.length) this.report(dl, "<dl> holds groups in <div> beside bare ones");
      }
    });
  }

  private expectGroups(node: HtmlElement, expected: RegExp): void {
    const names = node.childElements.map(({ tagName }) => `${tagName} `).join("");
    if (!expected.test(names)) this.report(node, `A group of <dl> must be <dt>, then <dd>: it is "${names.trim()}"`);
  }
}

/** A control whose state the browser announces itself. */
const isAnnouncedByBrowser = (node: { hasAttribute(name: string): boolean }) =>
  node.hasAttribute("popovertarget") || node.hasAttribute("command") ? "it stands beside popovertarget or command" : null;

/** Further attributes that the standard forbids and the validator does not check. */
const alsoForbidden = {
  img: {
    attributes: {
      sizes: { allowed: (node: { hasAttribute(name: string): boolean }) => (node.hasAttribute("srcset") ? null : "there is no srcset") },
    },
  },
  button: { attributes: { "aria-expanded": { allowed: isAnnouncedByBrowser } } },
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:standard"],
    plugins: [definePlugin({ name: "trackside", rules: { "groups-of-dl": GroupsOfDl } })],
    elements: ["html5", alsoForbidden],
    rules: {
      "groups-of-dl": "error",
      "no-redundant-role": "error",
      "no-implicit-close": "error",
      "empty-heading": "error",
      "hidden-focusable": "error",
    },
  }),
);

/**
 * The HTML errors of a page: one line for each kind of error, with its first position. Uses no
 * network. [S2.37]
 */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = new Map<string, string>();
  for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
    const kind = `${ruleId}: ${message}`;
    if (!faults.has(kind)) faults.set(kind, `${kind} (${selector})`);
  }
  return [...faults.values()];
}
