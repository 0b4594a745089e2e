import { createContext, type InputEvent, use } from "react";

/**
 * What was typed about the orders of the queue while it is open, by form and field; null elsewhere.
 */
export const TypedTexts = createContext<Map<string, string> | null>(null);

/**
 * Keeps what is typed into a form of the queue when its order moves from its row to the place
 * beside the list, or back. [S12.6]
 */
export function useTypedTexts(form: string) {
  const texts = use(TypedTexts);
  return {
    typedBefore: (field: string) => texts?.get(`${form} ${field}`),
    keepTyped: ({ target }: InputEvent<HTMLFormElement>) => {
      if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) texts?.set(`${form} ${target.name}`, target.value);
    },
  };
}
