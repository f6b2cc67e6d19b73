import type { Sample } from '#db/samples/sample.ts';
import { type RackScanDiff, rackScanDiff } from '#db/storage/rack-scan-diff.ts';
import type { RackRow } from '#db/values/rack-file.ts';
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
      line('Comes back', 'info', one.position, one.sample.barcode, 'It was checked out and is here again.'),
    ),
    ...diff.checkedOut.map((one) =>
      line(
        'Checked out',
        one.isSlotTaken ? 'warning' : 'neutral',
        one.position,
        one.sample.barcode,
        one.isSlotTaken ? 'Another tube stands in its slot.' : 'Its slot stays reserved.',
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
