import { CopyAllIds, CopyOne } from "#web/parts/copyable.tsx";
import { Replaced } from "#web/parts/replaced.tsx";
import { buttonLook } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** The IDs: large, each to be copied, all at once too, or as a text file. One that took the place of a dead one says when. [S2.9] [S2.15] */
export function DeliveredIds({ requestCode, ids, replacedAt }: { requestCode: string; ids: string[]; replacedAt: (Date | null)[] }) {
  return (
    <Sheet
      title={ids.length === 1 ? "Your ID" : `Your ${ids.length} IDs`}
      actions={
        <>
          <CopyAllIds ids={ids} label={ids.length === 1 ? "Copy ID" : "Copy all"} />
          <a href={`/order-status/${requestCode}/ids.txt`} download className={buttonLook({ variant: "secondary" })}>
            <Icon name="download" />
            Download
          </a>
        </>
      }
    >
      <ol aria-live="polite" className="flex flex-col gap-2">
        {ids.map((id, at) => (
          <li key={id} className="flex items-center justify-between gap-2 rounded-field border border-line bg-sunk py-1 ps-4 pe-1">
            <span className="flex min-w-0 flex-col py-2">
              <span className="code text-lg font-semibold break-all sm:text-xl">{id}</span>
              <Replaced at={replacedAt[at] ?? null} />
            </span>
            <CopyOne text={id} name={ids.length === 1 ? "the ID" : `ID ${at + 1}`} />
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
