import { useState } from 'react';
import { saveScannerSettings, useScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { isLeftHanded, saveLeftHanded } from '#pwa/theme/hand.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** How this device answers a scan, and for which hand it is laid out. */
export function FeedbackPart() {
  const { muted, volume, vibration } = useScannerSettings();
  const [isLeft, setIsLeft] = useState(isLeftHanded);
  return (
    <Section title="Sound and hand">
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Scan sounds"
          value={!muted}
          onChange={(on) => {
            saveScannerSettings({ muted: !on });
            if (on) playScanTone('ok');
          }}
        />
        <Field label={`Volume: ${volume}%`}>
          {(control) => (
            <input
              id={control.id}
              type="range"
              min={10}
              max={100}
              step={10}
              value={volume}
              disabled={muted}
              className="block min-h-11 w-full max-w-80 accent-accent"
              onChange={(event) => saveScannerSettings({ volume: Number(event.target.value) })}
              onPointerUp={() => playScanTone('ok')}
              onKeyUp={() => playScanTone('ok')}
            />
          )}
        </Field>
        <Checkbox
          label="Vibrate on scans"
          value={vibration}
          onChange={(on) => saveScannerSettings({ vibration: on })}
        />
        <Checkbox
          label="Left-handed layout"
          value={isLeft}
          onChange={(next) => {
            saveLeftHanded(next);
            setIsLeft(next);
          }}
        />
      </div>
    </Section>
  );
}
