import { Check } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import type { Sample } from '#db/samples/sample.ts';
import {
  type Emptied,
  findEmptied,
  findOtherRack,
  type OtherRack,
  type RackScanDiff,
} from '#db/storage/rack-scan-diff.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { RackVerdict } from '#db/values/rack-file.ts';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import type { RackReading } from '#pwa/scanning/rack/file/read-rack-file.ts';
import { RackUpload } from '#pwa/scanning/rack/rack-upload.tsx';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import {
  type DiffLine,
  diffLines,
  findReturnedTubes,
  isUnchanged,
  RackDoubt,
  readRackDiff,
} from './rack-diff.tsx';
import { toScanFeedback } from './scan-messages.ts';
import { boxProblem, useScannedContainer } from './use-scanned-container.ts';

interface Read {
  /** The container that was selected when the file was read. */
  boxId: string;
  file: string;
  verdict: RackReading;
  diff: RackScanDiff<Sample> | null;
  /** Doubts that the user has not confirmed yet; they block recording. */
  otherRack: OtherRack | null;
  emptied: Emptied | null;
}

function useRackScan(initial: string | undefined) {
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  const scannedContainer = useScannedContainer(initial);
  const [read, setRead] = useState<Read | null>(null);
  const [busy, setBusy] = useState(false);
  const container = scannedContainer.id ? places?.byId.get(scannedContainer.id) : undefined;
  useScan(async (scan) => {
    const scannedItem = await identify(scan.code);
    const problem = boxProblem(scannedItem, scan.code);
    if (problem || scannedItem.kind !== 'container')
      return verdict.show(problem ?? { verdict: 'error', title: scan.code });
    scannedContainer.set(scannedItem.container);
    setRead(null);
    const detail = 'Choose the file of the reader, or a picture of the whole rack.';
    verdict.show({ verdict: 'ok', title: scannedItem.container.name, code: scan.code, detail });
  });
  /** Show the result of a file, or its next doubt. */
  const show = (next: Read): void => {
    setRead(next);
    const same = next.diff !== null && isUnchanged(next.diff);
    const title = next.otherRack
      ? 'This file is of another rack'
      : next.emptied
        ? 'This file would empty most of the rack'
        : same
          ? 'All as recorded'
          : 'Look at the changes, then confirm';
    const hasDoubt = next.otherRack !== null || next.emptied !== null;
    verdict.show({ verdict: same && !hasDoubt ? 'ok' : 'warning', title, code: next.file });
  };
  const take = async (box: StorageManagement, rackScan: RackReading, file: string): Promise<void> => {
    if (rackScan.errors.length > 0) {
      verdict.show({ verdict: 'error', title: 'Nothing of this file can be used', code: file });
      setRead({ boxId: box.id, file, verdict: rackScan, diff: null, otherRack: null, emptied: null });
      return;
    }
    const namedItem = rackScan.rackBarcode !== null ? await identify(rackScan.rackBarcode) : null;
    const owner = namedItem?.kind === 'container' ? namedItem.container : null;
    const otherRack = findOtherRack(box, rackScan.rackBarcode, owner);
    const find = async (code: string): Promise<Sample | undefined> => {
      const scannedItem = await identify(code);
      return scannedItem.kind === 'sample' ? scannedItem.sample : undefined;
    };
    const expected = await samplesIn(box.id);
    const diff = await readRackDiff(box.id, expected, rackScan.rows, find);
    const emptied = findEmptied(expected, diff);
    show({ boxId: box.id, file, verdict: rackScan, diff, otherRack, emptied });
  };
  const confirm = async (box: StorageManagement, rackScan: Read): Promise<void> => {
    setBusy(true);
    const args = { containerId: box.id, bulkId: ulid(), rows: rackScan.verdict.rows };
    const result = await runOperation('scan-container', args).finally(() => setBusy(false));
    verdict.show(toScanFeedback(result, `${box.name} is recorded as scanned`, box.barcode ?? box.name));
    if (result.outcome !== 'REJECTED') setRead(null);
  };
  const drop = (): void => {
    setRead(null);
    verdict.forget();
  };
  /** Confirm the current doubt. */
  const agree = (now: Read): void =>
    show(now.otherRack ? { ...now, otherRack: null } : { ...now, emptied: null });
  return { places, verdict, container, read, busy, take, confirm, agree, drop };
}

/**
 * Records a whole rack: scan the rack, select the reader's file or a picture, review the differences,
 * confirm.
 */
export function RackScanPanel({ containerId }: { containerId?: string | undefined }) {
  const rack = useRackScan(containerId);
  const { container, places } = rack;
  // A file that is still being read when another box is scanned must not apply to that box.
  const read = rack.read?.boxId === container?.id ? rack.read : null;
  useDirty(read !== null);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation
          label={container ? 'Scan another box or rack' : 'Scan the box or rack'}
          verdict={rack.verdict}
        />
        {container && (
          <Section title={container.name}>
            <RackUpload
              size={{ rows: container.rows ?? 1, columns: container.columns ?? 1 }}
              onRead={(verdict, file) => rack.take(container, verdict, file)}
            />
          </Section>
        )}
      </div>
      {container && read && (
        <Section title={`What ${read.file} says`}>
          <div className="flex flex-col gap-4">
            {read.verdict.dialect !== null && <p className="text-ink-soft text-sm">{read.verdict.dialect}</p>}
            <Problems verdict={read.verdict} />
            <RackDoubt
              box={container}
              otherRack={read.otherRack}
              emptied={read.emptied}
              onAgree={() => rack.agree(read)}
              onDiscard={rack.drop}
            />
            {read.diff && !read.otherRack && !read.emptied && (
              <>
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="primary"
                    size="large"
                    icon={Check}
                    busy={rack.busy}
                    onClick={() => void rack.confirm(container, read)}
                  >
                    {`Record ${container.name} as scanned`}
                  </Button>
                  <Button onClick={rack.drop}>Discard</Button>
                </div>
                <Changes
                  diff={read.diff}
                  placeOf={(one) => places?.text(one.storageLocationId, one.storagePosition) ?? ''}
                />
              </>
            )}
          </div>
        </Section>
      )}
    </div>
  );
}

function Problems({ verdict }: { verdict: RackVerdict }) {
  if (verdict.errors.length === 0) return null;
  return (
    <Notice
      tone="danger"
      title={`${countOf(verdict.errors.length, 'problem')}. Correct the file and upload it again.`}
    >
      <ul className="mt-1 list-disc pl-5">
        {verdict.errors.map((one) => (
          <li key={`${one.line}|${one.position}|${one.message}`}>{one.message}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Changes({ diff, placeOf }: { diff: RackScanDiff<Sample>; placeOf(sample: Sample): string }) {
  const lines = diffLines(diff, placeOf);
  return (
    <>
      <p className="font-medium">{summaryOf(diff.stays.length - findReturnedTubes(diff).length, lines)}</p>
      {lines.length > 0 && (
        <ul aria-label="Changes" className="divide-y divide-line">
          {lines.map((one) => (
            <li key={one.key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="code min-w-9 font-bold">{one.position}</span>
              <ToneBadge tone={one.tone} label={one.change} />
              <span className="code font-semibold">{one.code}</span>
              <span className="text-ink-soft text-sm">{one.detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** `12 stay where they are. Not seen 2, Arrives 1.` */
function summaryOf(stays: number, lines: readonly DiffLine[]): string {
  const counts = new Map<string, number>();
  for (const { change } of lines) counts.set(change, (counts.get(change) ?? 0) + 1);
  const rest = [...counts].map(([change, count]) => `${change} ${count}`).join(', ');
  return `${stays} ${stays === 1 ? 'stays where it is' : 'stay where they are'}.${rest === '' ? '' : ` ${rest}.`}`;
}
