import { useState } from 'react';
import {
  DEFAULT_SCANNER_SETTINGS,
  isPrefixKey,
  MAX_GAP_MS,
  type ScannerSettings,
  saveScannerSettings,
  useScannerSettings,
} from '#pwa/scanning/keys/scanner-settings.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { CommandCodesPart } from './command-codes-part.tsx';
import { ScannerSetUp } from './scanner-set-up.tsx';

const MAX_SCANS = 5;
const SOURCES = { hand: 'Hand scanner', camera: 'Camera', typed: 'Typed' } as const;

/** Replace control characters with visible symbols. */
const visible = (raw: string): string =>
  Array.from(raw, (sign) => (sign < ' ' ? String.fromCharCode(0x2400 + sign.charCodeAt(0)) : sign)).join('');

/** Shows how each scan is parsed, and does nothing else with it. */
export function ScannerTest() {
  const [scans, setScans] = useState<readonly Scan[]>([]);
  useScan((scan) => {
    playScanTone(scan.repeat ? 'repeat' : 'ok');
    setScans((before) => [scan, ...before].slice(0, MAX_SCANS));
  });
  return (
    <Section title="Try the scanner">
      <div className="flex flex-col gap-3">
        <ScanField label="Scan anything" placeholder="Scan a code" />
        <ul aria-label="What was understood" className="flex flex-col divide-y divide-line">
          {scans.map((scan) => (
            <li key={scan.n} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="code break-all font-semibold">{scan.code}</span>
              <ToneBadge tone={scan.repeat ? 'warning' : 'success'} label={scan.repeat ? 'Repeat' : 'New'} />
              <span className="text-ink-soft text-sm">
                {`${SOURCES[scan.source]} · ${scan.code.length} signs · sent as ${visible(scan.raw)}`}
              </span>
            </li>
          ))}
          {scans.length === 0 && <li className="py-2 text-ink-soft">Nothing scanned yet.</li>}
        </ul>
      </div>
    </Section>
  );
}

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
      <CommandCodesPart />
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
