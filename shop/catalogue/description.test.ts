import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { DESCRIPTION_MAX_LENGTH } from "./constants.ts";
import { cleanHtml, previewDescription, readDescription } from "./description.server.ts";

test("[S2.10] plain formatting stays as it was written", () => {
  const html = "<h3>New</h3><p>Fresh and <strong>verified</strong>,<br />for <em>one</em> traveller</p><ul><li>e-mail access</li></ul>";
  expect(cleanHtml(html)).toBe(html);
});

test.each([
  ["<script>alert(1)</script>ok", "ok"],
  ["<p onclick=alert(1) onmouseover='x' style='position:fixed;inset:0' class=a id=b>ok</p>", "<p>ok</p>"],
  ["<style>body{display:none}</style>ok", "ok"],
  ["<img src=x onerror=alert(2)>ok", "ok"],
  ["<img src='javascript:alert(1)'>ok", "ok"],
  ["<img src='data:image/svg+xml,<svg onload=alert(1)>'>ok", "ok"],
  ["<svg><script>alert(1)</script></svg>ok", "ok"],
  ["<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>ok", "ok"],
  ["<iframe src=https://evil.example></iframe><object data=x></object><embed src=x>ok", "ok"],
  ["<form action=/admin><input name=a><button>go</button></form>", "go"],
  ["<meta http-equiv=refresh content='0;url=https://evil.example'><base href=https://evil.example>ok", "ok"],
  ["<a href='java\tscript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href=' &#106;avascript:alert(1)'>x</a>", "<a>x</a>"],
  ["<a href='//evil.example'>x</a><a href='/admin'>y</a>", "<a>x</a><a>y</a>"],
  ["<b><i>open", "<b><i>open</i></b>"],
  ["</div></div></section>ok", "ok"],
  ["<!-- <b> --><![CDATA[x]]>ok", "ok"],
])("[S2.10] %s leaves nothing but what is harmless", (hostile, clean) => {
  expect(cleanHtml(hostile)).toBe(clean);
});

test("[S2.10] a whole link opens elsewhere and gives nothing away", () => {
  expect(cleanHtml('<a href="https://example.com/a?b=1" target="_top" rel="opener">x</a><a href="mailto:a@example.com">y</a>')).toBe(
    '<a href="https://example.com/a?b=1" rel="noopener noreferrer nofollow" target="_blank">x</a>' +
      '<a href="mailto:a@example.com" rel="noopener noreferrer nofollow" target="_blank">y</a>',
  );
});

test("[S2.10] a picture from elsewhere stays, with nothing but its address and words", () => {
  expect(cleanHtml('<img src="https://example.com/1.png" alt="One" width=9999 style="position:fixed">')).toBe(
    '<img src="https://example.com/1.png" alt="One" loading="lazy" referrerpolicy="no-referrer" />',
  );
});

test("[S2.10] a list item outside a list cannot end the one that the card is in", () => {
  expect(cleanHtml("<li>out</li><ul><li>in</li></ul></ul><li>out")).toBe("<p>out</p><ul><li>in</li></ul><p>out</p>");
});

test("[S2.10] what is too deep is flattened", () => {
  const depth = (html: string) => (html.match(/<b>/g) ?? []).length;
  expect(depth(cleanHtml(`${"<b>".repeat(5_000)}x`))).toBeLessThanOrEqual(20);
});

test("[S2.10] a description that is too long after cleaning is refused beside its field", () => {
  expect(readDescription("&".repeat(DESCRIPTION_MAX_LENGTH))).toMatchObject({ ok: false, code: "fieldTooLong", field: "description" });
  expect(readDescription("x".repeat(DESCRIPTION_MAX_LENGTH)).ok).toBe(true);
});

const piece = fc.oneof(
  fc.constantFrom("<", ">", "</", "/>", '"', "'", "=", " ", "\n", "\t", "&", "&#106;", "<!--", "-->", "]]>", "<![CDATA["),
  fc.constantFrom(
    "script",
    "style",
    "svg",
    "math",
    "noscript",
    "template",
    "textarea",
    "title",
    "table",
    "li",
    "ul",
    "p",
    "a",
    "img",
    "b",
    "iframe",
    "xmp",
  ),
  fc.constantFrom(
    "href",
    "src",
    "onerror",
    "onload",
    "style",
    "id",
    "class",
    "srcset",
    "formaction",
    "javascript:",
    "data:",
    "https://x.example",
  ),
  fc.string({ maxLength: 5 }),
);
const hostileHtml = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

type Element = { name: string; attribs: Record<string, string>; children: unknown[] };

function elementsOf(html: string): Element[] {
  const collect = (node: unknown): Element[] => {
    const { children = [] } = node as { children?: unknown[] };
    const own = "attribs" in (node as object) ? [node as Element] : [];
    return [...own, ...children.flatMap(collect)];
  };
  return collect(parseDocument(html));
}

test("[S2.10] whatever is written, only known tags with harmless attributes come out, and cleaning twice changes nothing", () => {
  const allowed = "p br hr h3 h4 h5 strong b em i u s small sub sup ul ol li blockquote a img".split(" ");
  fc.assert(
    fc.property(hostileHtml, (html) => {
      const clean = cleanHtml(html);
      for (const { name, attribs } of elementsOf(clean)) {
        expect(allowed).toContain(name);
        expect(["href", "rel", "target", "src", "alt", "loading", "referrerpolicy"]).toEqual(expect.arrayContaining(Object.keys(attribs)));
        expect(attribs.href ?? "https:").toMatch(/^(https?|mailto):/);
        expect(attribs.src ?? "https:").toMatch(/^https?:/);
      }
      expect(cleanHtml(clean)).toBe(clean);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["<p>All <b>well</b></p><h1>Yes</h1><ul><li>x</li></ul><a href='https://example.com' target=_top>y</a>", []],
  ["<script>alert(1)</script><p onclick=x style=a onclick=y>ok</p><SCRIPT></SCRIPT>", ["<script>", "onclick", "style"]],
  ["<img src=x onerror=y><img src='https://example.com/1.png' alt=One width=9>", ["<img>", "width"]],
  ["<a href='/admin'>x</a><font color=red>y</font>", ["href", "<font>"]],
  [`<p ${"x".repeat(99)}=1>`, ["x".repeat(30)]],
])("[S2.34] the preview of %s names what was taken out", (html, takenOut) => {
  expect(previewDescription(html)).toEqual({ ok: true, value: { html: cleanHtml(html), takenOut } });
});
