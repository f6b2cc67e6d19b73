import Papa from 'papaparse';
import type { Sample } from '#db/samples/sample.ts';

const DANGEROUS = /^[=+\-@\t\r]/;

// A cell that a spreadsheet would run as a formula is written as text.
const safe = (text: string): string => (DANGEROUS.test(text) ? `'${text}` : text);

/** The list as a CSV file: one sample a line, times in UTC. */
export function samplesCsv(
  rows: readonly Sample[],
  placeOf: (sample: Sample) => string,
  nameOf: (userId: string | null) => string,
): string {
  return Papa.unparse(
    rows.map((row) => ({
      barcode: safe(row.barcode),
      status: row.status,
      stage: row.stage ?? '',
      kind: row.sampleKind,
      place: safe(placeOf(row)),
      checked_out_to: safe(nameOf(row.custodianUserId)),
      checked_out_at: row.checkedOutAt ?? '',
      remaining_volume_ul: row.remainingVolume ?? '',
    })),
  );
}

/** Hands a text to the browser as a file. */
export function downloadText(text: string, name: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
