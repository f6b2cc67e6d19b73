import { useState } from 'react';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Section } from '#pwa/ui/page.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

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
