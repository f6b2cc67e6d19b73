import { Printer } from 'lucide-react';
import { useState } from 'react';
import { COMMAND_DISPLAY, COMMANDS } from '#db/values/command-codes.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Section } from '#pwa/ui/page.tsx';

type Sheet = typeof import('#pwa/printing/command-sheet.tsx');

/** The command codes and their sheet; the drawing code loads with the first press. */
export function CommandCodesPart() {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [busy, setBusy] = useState(false);
  const start = (): void => {
    setBusy(true);
    import('#pwa/printing/command-sheet.tsx')
      .then(setSheet, () => toast.error('The sheet could not be loaded. Try again when you are online.'))
      .finally(() => setBusy(false));
  };
  return (
    <Section
      title="Command codes"
      actions={
        <Button icon={Printer} busy={busy} onClick={start}>
          Print command sheet
        </Button>
      }
    >
      <p className="mb-2 text-ink-soft">A scan presses the button. Signing needs the PIN.</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {COMMANDS.map((command) => (
          <li key={command}>{COMMAND_DISPLAY[command].label}</li>
        ))}
      </ul>
      {sheet && <sheet.CommandSheet onDone={() => setSheet(null)} />}
    </Section>
  );
}
