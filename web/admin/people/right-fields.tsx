import type { ShownRight } from "#web/shown-rights.ts";
import { useTexts } from "#web/texts.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { useStandingError } from "#web/ui/fields/use-standing-error.ts";

type Props = { all: ShownRight[]; ticked: readonly string[]; error: string | null };

/** The rights to choose from, each with a sentence of what it lets see and do. [S13.7] */
export function RightFields({ all, ticked, error: refused }: Props) {
  const texts = useTexts("adminPeople");
  const { place, standing: error } = useStandingError<HTMLFieldSetElement>(refused);
  return (
    <fieldset ref={place} className="flex flex-col gap-1" aria-describedby="rights-error">
      <legend className="font-semibold">{texts("mayDo")}</legend>
      {all.map(({ right, label, text }) => (
        <TickField key={right} name="rights" value={right} label={label} text={text} isTicked={ticked.includes(right)} />
      ))}
      <p id="rights-error" role="alert" className="field-error">
        {error}
      </p>
    </fieldset>
  );
}
