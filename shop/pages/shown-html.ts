/**
 * A page's sanitized HTML as it is shown below the title: its headings one level higher, because
 * sanitized headings begin with `h3`, as in the card of a product.
 */
export function shownHtml(html: string): string {
  return html.replace(/(<\/?h)([345])>/g, (_, tag: string, level: string) => `${tag}${Number(level) - 1}>`);
}
