/** A page of one sentence, and the number of a failure, for what happens before a real page can be made. */
export function plainPage(sentence: string, incident?: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(sentence)}</title></head>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1rem"><p role="alert">${escaped(sentence)}</p>${incident ? `<p><small>${escaped(incident)}</small></p>` : ""}</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
