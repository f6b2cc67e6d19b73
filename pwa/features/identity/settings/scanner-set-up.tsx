import { Check, ScanBarcode, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { symbolPath } from '#pwa/printing/symbol-path.ts';
import {
  codeOfScan,
  type Learned,
  learnScanner,
  meanGapOf,
  type RecordedScan,
  recordScans,
} from '#pwa/scanning/keys/learn-scanner.ts';
import {
  type ScannerSettings,
  saveScannerSettings,
  useScannerSettings,
} from '#pwa/scanning/keys/scanner-settings.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** Codes to scan from the screen: what a scanner adds to them is its prefix and its suffix. */
const SET_UP_CODES = ['BENCH-01', 'BENCH-27', 'BENCH-93'] as const;
const HEIGHT_OF_BARS = 40;

const SUFFIX_TEXTS: Record<ScannerSettings['suffix'], string> = {
  any: 'Enter or Tab',
  Enter: 'Enter',
  Tab: 'Tab',
  none: 'None',
};

function Barcode({ code }: { code: string }) {
  const { path, columns } = symbolPath('CODE_128', code);
  return (
    <figure className="flex flex-col items-center gap-1 rounded-md bg-white p-4 text-black">
      <svg
        role="img"
        aria-label={`Barcode ${code}`}
        viewBox={`0 0 ${columns} ${HEIGHT_OF_BARS}`}
        className="h-16 w-full max-w-64"
        preserveAspectRatio="none"
      >
        <path d={path} fill="#000" shapeRendering="crispEdges" transform={`scale(1 ${HEIGHT_OF_BARS})`} />
      </svg>
      <figcaption className="code">{code}</figcaption>
    </figure>
  );
}

/** The known scanner configuration of this device. */
function LearnedValues() {
  const { prefix, suffix, learnedGapMs } = useScannerSettings();
  return (
    <KeyValues
      items={[
        { name: 'Prefix', value: prefix === '' ? 'None' : prefix },
        { name: 'Suffix', value: SUFFIX_TEXTS[suffix] },
        { name: 'Speed', value: learnedGapMs === null ? 'Not measured' : `${learnedGapMs} ms a character` },
      ]}
    />
  );
}

function useSetUp() {
  const [scans, setScans] = useState<readonly RecordedScan[] | null>(null);
  const [learned, setLearned] = useState<Learned | null>(null);
  const isRecording = scans !== null;
  useEffect(
    () =>
      isRecording
        ? recordScans((scan) => {
            playScanTone('ok');
            setScans((before) => [...(before ?? []), scan]);
          })
        : undefined,
    [isRecording],
  );
  useEffect(() => {
    if (scans === null || scans.length < SET_UP_CODES.length) return;
    const result = learnScanner(scans, SET_UP_CODES);
    if (result.kind === 'learned') saveScannerSettings(result.settings);
    else playScanTone('error');
    // oxlint-disable-next-line react/set-state-in-effect -- the last scan ends the recording, which also sounds and saves
    setLearned(result);
    setScans(null);
  }, [scans]);
  return {
    scans,
    learned,
    start: () => {
      setLearned(null);
      setScans([]);
    },
    cancel: () => setScans(null),
  };
}

/** Learns the configuration of this device's hand scanner from three scans, and saves it. */
export function ScannerSetUp() {
  const { scans, learned, start, cancel } = useSetUp();
  const status = useId();
  return (
    <Section title="Set up the scanner">
      <div className="flex flex-col gap-4">
        {scans === null ? (
          <>
            <LearnedValues />
            {learned?.kind === 'learned' && (
              <Notice tone="success" title="The scanner is set up.">
                <p>Saved on this device. Try it below.</p>
              </Notice>
            )}
            {learned?.kind === 'problem' && <Notice tone="danger" title={learned.text} />}
            <p className="text-ink-soft">
              Set the scanner to send F13 before each code. Otherwise a short code such as A1 with a pause
              counts as typed.
            </p>
            <div>
              <Button variant="primary" icon={ScanBarcode} onClick={start}>
                {learned === null ? 'Set up scanner' : 'Set up again'}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p id={status} role="status" className="font-semibold">
              {`Scan three codes: ${scans.length} of ${SET_UP_CODES.length} scanned.`}
            </p>
            <p className="text-ink-soft">Scan these, or three labels of your own.</p>
            <div className="grid gap-3 sm:grid-cols-3">
              {SET_UP_CODES.map((code) => (
                <Barcode key={code} code={code} />
              ))}
            </div>
            <ul aria-labelledby={status} className="flex flex-col divide-y divide-line">
              {scans.map((scan) => (
                <li key={scan[0]?.at} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <Check aria-hidden size={18} />
                  <span className="code break-all font-semibold">{codeOfScan(scan, SET_UP_CODES)}</span>
                  <span className="text-ink-soft text-sm">
                    {`${scan.length} keys · ${Math.round(meanGapOf(scan))} ms a character`}
                  </span>
                </li>
              ))}
            </ul>
            <div>
              <Button icon={X} onClick={cancel}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    </Section>
  );
}
