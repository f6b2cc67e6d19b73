import type { CheckedRow } from './check-row.ts';
import type { ManifestField } from './manifest-columns.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import { cellFault, type Finding } from './manifest-fault.ts';

const note = (checked: CheckedRow, field: ManifestField, finding: Finding): void => {
  checked.faults.push(cellFault(checked.row, field, checked.source.cells[field] ?? '', finding));
};

/** Report a duplicate for every row except the first with a key, naming the first row. */
function findRepeats(
  rows: readonly CheckedRow[],
  keyOf: (row: CheckedRow) => string | null,
  staying: ReadonlySet<string>,
  report: (row: CheckedRow, takenBy: string) => void,
): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const earlier = first.get(key);
    if (earlier !== undefined) report(row, `Row ${earlier} has it already`);
    else if (staying.has(key)) report(row, 'The order has it already');
    if (earlier === undefined) first.set(key, row.row);
  }
}

const wellKey = (plate: number | null, well: string | null): string | null =>
  plate === null || well === null ? null : `${plate}:${well}`;

const keys = (values: readonly (string | null)[]): Set<string> =>
  new Set(values.filter((value) => value !== null));

/** Find duplicates: sample IDs, requisition numbers and wells in the file, in the order, in the entity. */
export function checkRepeats(rows: readonly CheckedRow[], context: ManifestContext): void {
  const { staying, requisitionsInUse } = context;
  findRepeats(
    rows,
    ({ sampleId }) => sampleId && normalizeKey(sampleId),
    keys(staying.map(({ customerSampleId }) => normalizeKey(customerSampleId))),
    (row, takenBy) => note(row, 'customerSampleId', { problem: 'Duplicate sample ID.', suggestion: takenBy }),
  );
  const requisitionTaken = (row: CheckedRow, takenBy: string) =>
    note(row, 'requisitionNumber', { problem: 'Requisition number already in use.', suggestion: takenBy });
  findRepeats(
    rows,
    ({ requisitionNumber }) => requisitionNumber,
    keys(staying.map(({ requisitionNumber }) => requisitionNumber)),
    requisitionTaken,
  );
  for (const row of rows)
    if (row.requisitionNumber !== null && requisitionsInUse.has(row.requisitionNumber))
      requisitionTaken(row, 'Leave it empty and we number the row');
  findRepeats(
    rows,
    ({ plate, well }) => wellKey(plate, well),
    keys(staying.map((row) => wellKey(row.shipmentPlateNumber, row.shipmentPlateLocation))),
    (row, takenBy) =>
      note(row, 'shipmentPlateLocation', {
        problem: `Well ${row.well} is used twice on plate ${row.plate}.`,
        suggestion: takenBy,
      }),
  );
}

/** Warn about names that an earlier order of the company has: the material may be in the lab already. */
export function warnOfEarlier(rows: readonly CheckedRow[], { earlier }: ManifestContext): void {
  for (const row of rows) {
    const existing = row.sampleId === null ? undefined : earlier.get(normalizeKey(row.sampleId));
    if (existing)
      row.warnings.push(
        cellFault(row.row, 'customerSampleId', row.sampleId ?? '', {
          problem: `Order ${existing.orderNumber} has a sample of this name.`,
          suggestion: `If it is the same material, use the existing specimen ${existing.requisitionNumber}`,
          existing,
        }),
      );
  }
}
