import { useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";

/** Whether buyers can choose a method. */
export function MethodState({ isOn }: { isOn: boolean }) {
  const texts = useTexts("adminPayments");
  return (
    <Badge tone={isOn ? "green" : "slate"} icon={isOn ? "done" : "pause"}>
      {texts(isOn ? "on" : "off")}
    </Badge>
  );
}
