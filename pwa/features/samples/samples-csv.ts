import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_KIND } from '#db/samples/sample-kind.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { csvOf } from '#db/values/csv.ts';
import { clockText } from '#db/values/wall-clock.ts';

const HEADERS = [
  'Barcode',
  'Status',
  'Stage',
  'Kind',
  'Place',
  'Checked out to',
  'Checked out at',
  'Remaining volume (µL)',
];

/** Lookups for cells that rows hold only as ids, and the time zone. */
interface CellFormatters {
  placeOf(sample: Sample): string;
  nameOf(userId: string | null): string;
  timezone: string;
}

/** Format the list as CSV: one sample per line, with the wording of the list and lab time. */
export const samplesCsv = (rows: readonly Sample[], { placeOf, nameOf, timezone }: CellFormatters): string =>
  csvOf([
    HEADERS,
    ...rows.map((row) => [
      row.barcode,
      SAMPLE_STATUS[row.status].label,
      row.stage ? BATCH_TYPE_FACTS[row.stage].label : '',
      SAMPLE_KIND[row.sampleKind],
      placeOf(row),
      nameOf(row.custodianUserId),
      row.checkedOutAt ? clockText(row.checkedOutAt, timezone) : '',
      row.remainingVolume ?? '',
    ]),
  ]);
