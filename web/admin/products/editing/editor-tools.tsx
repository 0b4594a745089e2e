import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";

/** The formats that the editor offers, as buttons that say whether the selection has them. */
export function EditorTools({ editor, label }: { editor: Editor; label: ReactNode }) {
  const texts = useTexts("adminProductForm");
  const [isLinking, setLinking] = useState(false);
  const tools = [
    { name: texts("bold"), isOn: editor.isActive("bold"), toggle: () => editor.chain().focus().toggleBold().run() },
    { name: texts("italic"), isOn: editor.isActive("italic"), toggle: () => editor.chain().focus().toggleItalic().run() },
    { name: texts("heading"), isOn: editor.isActive("heading"), toggle: () => editor.chain().focus().toggleHeading({ level: 3 }).run() },
    { name: texts("list"), isOn: editor.isActive("bulletList"), toggle: () => editor.chain().focus().toggleBulletList().run() },
    {
      name: texts("link"),
      isOn: editor.isActive("link"),
      toggle: () => (editor.isActive("link") ? editor.chain().focus().unsetLink().run() : setLinking(!isLinking)),
    },
  ];
  return (
    <div className="flex flex-col gap-2">
      <fieldset className="editor-tools">
        <legend className="unseen">{label}</legend>
        {tools.map(({ name, isOn, toggle }) => (
          <Button key={name} variant="secondary" aria-pressed={isOn} onClick={toggle}>
            {name}
          </Button>
        ))}
      </fieldset>
      {isLinking && <LinkAddress editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

const BEGINNING = "https://";

/** The address of a link over the selected text, or of the address itself if nothing is selected. */
function LinkAddress({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const texts = useTexts("adminProductForm");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const set = () => {
    const typed = input.current?.value.trim() ?? "";
    const href = typed === "" || /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : BEGINNING + typed;
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus();
    if (href !== "" && empty) chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else if (href !== "") chain.setLink({ href }).run();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    set();
  };
  return (
    <div className="flex gap-2">
      <input
        ref={input}
        className="input"
        inputMode="url"
        aria-label={texts("linkAddress")}
        placeholder={BEGINNING}
        onKeyDown={onKeyDown}
      />
      <Button variant="secondary" onClick={set}>
        {texts("setLink")}
      </Button>
    </div>
  );
}
