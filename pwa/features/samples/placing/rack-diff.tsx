import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import { type Emptied, type OtherRack, type RackScanDiff, rackScanDiff } from '#db/storage/rack-scan-diff.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** One difference between a container's record and its scan. */
export interface DiffLine {
  key: string;
  change: string;
  tone: Tone;
  position: string;
  code: string;
  detail: string;
}

/** Compare the record with the scan; codes are resolved in sequence on this device. */
export async function readRackDiff(
  containerId: string,
  expected: readonly Sample[],
  rows: readonly RackRow[],
  find: (code: string) => Promise<Sample | undefined>,
): Promise<RackScanDiff<Sample>> {
  const known = new Map<string, Sample>();
  for (const { barcode } of rows) {
    if (barcode === null) continue;
    const sample = await find(barcode);
    if (sample) known.set(barcode, sample);
  }
  return rackScanDiff(containerId, expected, rows, (code) => known.get(code));
}

/** Sort the differences for review: errors first; unchanged tubes are only counted. */
export function diffLines(diff: RackScanDiff<Sample>, placeOf: (sample: Sample) => string): DiffLine[] {
  const line = (
    change: string,
    tone: Tone,
    position: string | null,
    code: string,
    detail = '',
  ): DiffLine => ({
    key: `${change}|${position}|${code}`,
    change,
    tone,
    position: position ?? '–',
    code,
    detail,
  });
  return [
    ...diff.unknown.map((one) =>
      line('Unknown code', 'danger', one.position, one.barcode, 'Not a sample of this lab.'),
    ),
    ...diff.absent.map((one) =>
      line('Not seen', 'danger', one.position, one.sample.barcode, 'Will be marked as not found.'),
    ),
    ...diff.unread.map((one) =>
      line(
        'Not read',
        'warning',
        one.position,
        one.sample?.barcode ?? '',
        one.sample ? 'Stays as recorded and is flagged.' : 'A tube is here that could not be read.',
      ),
    ),
    ...diff.arrives.map((one) =>
      line('Arrives', 'info', one.position, one.sample.barcode, `from ${placeOf(one.sample)}`),
    ),
    ...diff.shifts.map((one) =>
      line('Shifts', 'progress', one.position, one.sample.barcode, `from ${one.from ?? 'no position'}`),
    ),
    ...findReturnedTubes(diff).map((one) =>
      line('Comes back', 'info', one.position, one.sample.barcode, 'Was checked out, and is back.'),
    ),
    ...diff.checkedOut.map((one) =>
      line(
        'Checked out',
        one.isSlotTaken ? 'warning' : 'neutral',
        one.position,
        one.sample.barcode,
        one.isSlotTaken ? 'Another tube is in its slot.' : 'Its slot stays reserved.',
      ),
    ),
  ];
}

/**
 * Tubes that are checked out by record but were seen in their own slot: recording the scan checks them in.
 */
export const findReturnedTubes = ({ stays }: RackScanDiff<Sample>): RackScanDiff<Sample>['stays'] =>
  stays.filter(({ sample }) => sample.custodianUserId !== null);

/** Report whether the scan would change nothing. */
export const isUnchanged = (diff: RackScanDiff<Sample>): boolean =>
  findReturnedTubes(diff).length +
    diff.shifts.length +
    diff.arrives.length +
    diff.absent.length +
    diff.unknown.length +
    diff.unread.length ===
  0;

interface RackDoubtProps {
  box: StorageManagement;
  otherRack: OtherRack | null;
  emptied: Emptied | null;
  onAgree(): void;
  onDiscard(): void;
}

const ownerText = (owner: string | null): string =>
  owner === null ? 'which the lab does not know' : `the label of ${owner}`;

/**
 * Asks about a suspicious rack file, one doubt after the other; discards the file unless each is confirmed.
 */
export function RackDoubt({ box, otherRack, emptied, onAgree, onDiscard }: RackDoubtProps) {
  if (otherRack)
    return (
      <Notice tone="danger" title={`Is this the file of ${box.name}?`}>
        <p>
          {'Chosen: '}
          <strong>{box.name}</strong>
          {otherRack.selectedCode === null ? ', which has no label. ' : ', label '}
          {otherRack.selectedCode !== null && <strong className="code">{otherRack.selectedCode}</strong>}
          {otherRack.selectedCode !== null && '. '}
          {'In the file: '}
          <strong className="code">{otherRack.inFile}</strong>
          {`, ${ownerText(otherRack.owner)}.`}
        </p>
        <Answers key="rack" agree={`Use it for ${box.name}`} onAgree={onAgree} onDiscard={onDiscard} />
      </Notice>
    );
  if (!emptied) return null;
  const { emptied: lost, occupied } = emptied;
  return (
    <Notice tone="danger" title={`Mark ${lost} of ${occupied} tubes as not found?`}>
      <p>
        {`${occupied} positions of ${box.name} are occupied. The tubes of ${lost} of them are not in this file.`}
      </p>
      <Answers key="emptied" agree={`Mark ${lost} as not found`} onAgree={onAgree} onDiscard={onDiscard} />
    </Notice>
  );
}

function Answers({ agree, onAgree, onDiscard }: { agree: string; onAgree(): void; onDiscard(): void }) {
  // The button that changes nothing has the focus, also when a second question replaces the first.
  const discard = useRef<HTMLButtonElement>(null);
  useEffect(() => discard.current?.focus(), []);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button ref={discard} variant="primary" icon={X} command="CANCEL" onClick={onDiscard}>
        Discard file
      </Button>
      <Button icon={Check} command="ACCEPT" onClick={onAgree}>
        {agree}
      </Button>
    </div>
  );
}
