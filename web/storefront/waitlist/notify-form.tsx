import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";

/**
 * Leaves an email address for a sold-out product. It is an ordinary form, the same for everybody,
 * so that the product's page can be cached; its answer is on a page of its own. [S12.9]
 */
export function NotifyForm({ productId, typed, error }: { productId: string; typed?: string | undefined; error?: string | null }) {
  const texts = useTexts("product");
  const action = `/product/${encodeURIComponent(productId)}/waitlist`;
  const isBusy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(error, () => form.current?.querySelector<HTMLElement>('[name="email"]'));

  return (
    <Form ref={form} method="post" action={action} className="flex flex-col gap-3">
      <TextField
        label={texts("notifyMeEmail")}
        hint={texts("notifyMeSays")}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        required
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" size="large" icon="mail" isBusy={isBusy} className="w-full">
        {texts("notifyMe")}
      </Button>
    </Form>
  );
}
