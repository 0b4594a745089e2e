import { Editor, Mark, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";

/** Formats of a description that the kit lacks; what the editor does not know would be lost. */
const smallMarks = ["small", "sub", "sup"].map((tag) => Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] }));
const Picture = Node.create({
  name: "picture",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: "" } }),
  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

type Options = { place: HTMLElement; html: string; labelId: string; lang: string; onChange: (html: string) => void };

/**
 * Opens an editor of a description's HTML, for the tags that a description may have. It reports
 * changes only, so that text that was only looked at stays as it was; the server cleans the HTML
 * like any other. [S2.10] [S2.34]
 */
export function openEditor({ place, html, labelId, lang, onChange }: Options): Editor {
  return new Editor({
    element: place,
    content: html,
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [3, 4, 5] },
        code: false,
        codeBlock: false,
        trailingNode: false,
        link: { openOnClick: false, autolink: false },
      }),
      ...smallMarks,
      Picture,
    ],
    editorProps: {
      attributes: { class: "input rich-text", role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId, lang },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? "" : editor.getHTML()),
  });
}
