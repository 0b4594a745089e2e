import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * A control's error while it may still apply: it disappears when the control inside `place`
 * changes, or another one of the form named in `alsoAbout` (`all`: any). After the form is sent
 * again its new answer counts. [S2.37]
 */
export function useStandingError<E extends HTMLElement>(
  error: string | null | undefined,
  alsoAbout: readonly string[] | "all" = [],
): { place: RefObject<E | null>; standing: string | null } {
  const place = useRef<E>(null);
  const [isChanged, setChanged] = useState(false);
  const also = alsoAbout === "all" ? "all" : alsoAbout.join(" ");
  useEffect(() => setChanged(false), [error]);
  useEffect(() => {
    const formOfPlace = () => place.current?.closest("form");
    const change = ({ target }: Event) => {
      const { name = "", form = null } = target as Partial<HTMLInputElement>;
      if (!form || form !== formOfPlace()) return;
      if (also === "all" || place.current?.contains(target as Node) || (name && also.split(" ").includes(name))) setChanged(true);
    };
    const send = ({ target }: Event) => {
      if (target === formOfPlace()) setChanged(false);
    };
    // Listens on the window, after React: re-rendering before React handled the change would reset
    // the field. `change` would come late for a text typed before hydration: with the press of the
    // button, which the disappearing error would move away from under the pointer.
    window.addEventListener("input", change);
    window.addEventListener("submit", send);
    return () => {
      window.removeEventListener("input", change);
      window.removeEventListener("submit", send);
    };
  }, [also]);
  return { place, standing: (!isChanged && error) || null };
}
