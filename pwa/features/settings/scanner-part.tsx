import { useState } from 'react';
import {
  DEFAULT_SCANNER_SETTINGS,
  isPrefixKey,
  MAX_GAP_MS,
  type ScannerSettings,
  saveScannerSettings,
  useScannerSettings,
} from '#pwa/scanning/scanner-settings.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ScannerSetUp } from './scanner-set-up.tsx';
import { ScannerTest } from './scanner-test.tsx';

const SUFFIXES = [
  { value: 'any', label: 'Enter or Tab' },
  { value: 'Enter', label: 'Enter' },
  { value: 'Tab', label: 'Tab' },
  { value: 'none', label: 'Nothing, a pause' },
] as const;

type NumberName = 'gapMs' | 'minLength' | 'repeatWindowMs';

const NUMBERS: readonly { name: NumberName; label: string; unit?: string; min: number; max: number }[] = [
  { name: 'gapMs', label: 'Longest time between two keys', unit: 'ms', min: 5, max: MAX_GAP_MS },
  { name: 'minLength', label: 'Shortest code', unit: 'signs', min: 3, max: 64 },
  { name: 'repeatWindowMs', label: 'The same code again within', unit: 'ms', min: 0, max: 60_000 },
];

function NumberSetting({
  setting,
  settings,
}: {
  setting: (typeof NUMBERS)[number];
  settings: ScannerSettings;
}) {
  const { name, label, unit, min, max } = setting;
  const [typed, setTyped] = useState<string | null>(null);
  const inputText = typed ?? String(settings[name]);
  const value = Number(inputText);
  const fits = inputText !== '' && Number.isInteger(value) && value >= min && value <= max;
  return (
    <Field label={label} required error={fits ? null : `Enter ${min} to ${max}.`}>
      {(control) => (
        <NumberInput
          {...control}
          unit={unit}
          value={inputText}
          onChange={(text) => {
            setTyped(text);
            const next = Number(text);
            if (text !== '' && next >= min && next <= max) saveScannerSettings({ [name]: next });
          }}
        />
      )}
    </Field>
  );
}

function PrefixSetting({ saved }: { saved: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const fits = typed === null || isPrefixKey(typed);
  return (
    <Field
      label="Key before each code"
      hint="For example F13, ~ or Ctrl+B; empty when it sends none."
      error={fits ? null : 'Enter one key: F13, ~ or Ctrl+B.'}
    >
      {(control) => (
        <TextInput
          {...control}
          value={typed ?? saved}
          maxLength={20}
          onChange={(prefix) => {
            setTyped(prefix);
            if (isPrefixKey(prefix)) saveScannerSettings({ prefix });
          }}
          onBlur={() => fits && setTyped(null)}
        />
      )}
    </Field>
  );
}

/** Configuration of this device's hand scanner, with a test field. */
export function ScannerPart() {
  const settings = useScannerSettings();
  const [round, setRound] = useState(0);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <ScannerSetUp />
      <ScannerTest />
      <Section title="Scanner settings">
        <div key={round} className="grid gap-4 sm:grid-cols-2">
          <PrefixSetting saved={settings.prefix} />
          <Field label="Key after each code" required>
            {(control) => (
              <Select
                {...control}
                options={SUFFIXES}
                value={settings.suffix}
                onChange={(suffix) => suffix !== '' && saveScannerSettings({ suffix })}
              />
            )}
          </Field>
          {NUMBERS.map((setting) => (
            <NumberSetting key={setting.name} setting={setting} settings={settings} />
          ))}
          <div className="sm:col-span-2">
            <Checkbox
              label="Mute scan tones on this device"
              value={settings.muted}
              onChange={(muted) => saveScannerSettings({ muted })}
            />
          </div>
          <div>
            <Button
              onClick={() => {
                saveScannerSettings(DEFAULT_SCANNER_SETTINGS);
                setRound((before) => before + 1);
              }}
            >
              Reset scanner settings
            </Button>
          </div>
        </div>
      </Section>
    </div>
  );
}
