import { Printer } from 'lucide-react';
import type { PrintSheet } from '#pwa/printing/print-sheet.ts';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { photoCount } from '#pwa/replica/store/photo-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import type { SessionCounts } from './session-counts.ts';
import { usePhotosOf } from './use-photos.ts';

interface Figure {
  label: string;
  value: number;
  tone: Tone;
}

const figuresOf = (counts: SessionCounts): readonly Figure[] => [
  { label: 'Expected', value: counts.expected, tone: 'neutral' },
  { label: 'Received', value: counts.received, tone: 'success' },
  { label: 'Missing', value: counts.missing, tone: counts.missing > 0 ? 'warning' : 'neutral' },
  { label: 'Unexpected', value: counts.unexpected, tone: counts.unexpected > 0 ? 'hold' : 'neutral' },
  { label: 'Problems', value: counts.problems, tone: counts.problems > 0 ? 'danger' : 'neutral' },
];

/** Counts of expected, received, missing, unexpected and problem tubes; always visible during receiving. */
export function CountsBar({ counts }: { counts: SessionCounts }) {
  return (
    <dl
      aria-label="Counts of this session"
      data-pinned=""
      className="max-md:-mx-3 sticky top-14 z-10 grid grid-cols-[repeat(5,auto)] overflow-hidden border-line border-y bg-surface shadow-raised md:grid-cols-5 md:rounded-lg md:border"
    >
      {figuresOf(counts).map(({ label, value, tone }) => (
        <div
          key={label}
          data-tone={tone}
          data-count={label.toLowerCase()}
          className="flex flex-col items-center border-line px-1 py-1.5 not-last:border-r"
        >
          <dt className="order-2 text-xs text-ink-soft md:text-sm">{label}</dt>
          <dd
            className={`font-bold text-xl tabular-nums md:text-2xl ${tone === 'neutral' ? '' : 'text-tone-ink'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A signed session. */
export interface SignedSession {
  id: string;
  groupNumber: string;
  title: string;
  counts: SessionCounts;
  result: OperationResult;
  /** The receipt on paper. */
  receipt: PrintSheet;
}

/** Result of a signed session; it says "saved on this device" until the server has it. */
export function SessionDone({ signed, onNext }: { signed: SignedSession; onNext(): void }) {
  const waiting = usePendingFor(signed.id);
  const photos = usePhotosOf(signed.id);
  const sheet = usePrintSheet();
  const { outcome, message } = signed.result;
  return (
    <>
      <CountsBar counts={signed.counts} />
      <Section title={`${signed.groupNumber} · ${signed.title}`}>
        <div className="flex flex-col gap-3">
          {waiting > 0 ? (
            <Notice tone="info" title="Saved on this device">
              <p>Syncs when online. You can continue.</p>
            </Notice>
          ) : (
            <Notice tone="success" title="Received by the server" />
          )}
          {photos.length > 0 && (
            <Notice tone="info" title={`${photoCount(photos.length)} waiting on this device`}>
              <p>What was photographed is sent as soon as the server is reached. Do not clear this device.</p>
            </Notice>
          )}
          {message && (
            <Notice
              tone={outcome === 'CONFLICT' || outcome === 'REJECTED' ? 'danger' : 'warning'}
              title={message}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="large" command={['NEXT', 'OK']} onClick={onNext}>
              Receive next shipment
            </Button>
            <Button icon={Printer} size="large" busy={sheet.busy} onClick={() => sheet.print(signed.receipt)}>
              Print receipt
            </Button>
          </div>
          {sheet.printed}
        </div>
      </Section>
    </>
  );
}
