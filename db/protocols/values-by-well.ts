import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { isWellName } from '#db/values/plate-well.ts';
import type { Field } from './field.ts';
import type { GridRow } from './section-run.ts';

/** A value of an imported file, as `record-field-values` takes it. */
export interface ImportedValue {
  fieldId: string;
  sampleId: string;
  value: string;
  inputMethod: 'IMPORTED';
}

/** `a1`, `A01` and `A1` name the same well. */
const wellOf = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^([A-H])0(\d)$/, '$1$2');

/**
 * Reads a table whose first line names its columns: a well, then fields by name or label. A well that is not on the
 * plate, or a column that is no PER_SAMPLE field, rejects the whole file. Blank cells are left out.
 */
export function valuesByWell(
  table: readonly string[][],
  fields: readonly Field[],
  rows: readonly GridRow[],
): ImportedValue[] {
  const [header, ...lines] = table.filter((line) => line.some((cell) => cell.trim() !== ''));
  const columns = (header ?? []).slice(1).map((title) => columnField(title, fields));
  if (columns.length === 0)
    throw refuse('IMPORT', 'The file needs a column for the well and one for each field.');
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const well = wellOf(line[0] ?? '');
    const row = rows.find((one) => one.well === well);
    if (!row) throw refuse('UNKNOWN_WELL', unknownWell(well));
    if (seen.has(well)) throw refuse('WELL_TWICE', `Well ${well} is in the file twice.`);
    seen.add(well);
    return columns.flatMap((field, index): ImportedValue[] => {
      const value = (line[index + 1] ?? '').trim();
      return value === '' ? [] : [{ fieldId: field.id, sampleId: row.id, value, inputMethod: 'IMPORTED' }];
    });
  });
}

const unknownWell = (well: string): string =>
  isWellName(well) ? `Well ${well} is empty in this batch.` : `${MESSAGES.invalidPlateLocation}: ${well}`;

function columnField(title: string, fields: readonly Field[]): Field {
  const wanted = title.trim().toLowerCase();
  const field = fields.find((one) => one.name.toLowerCase() === wanted || one.label.toLowerCase() === wanted);
  if (field?.scope !== 'PER_SAMPLE' || field.type === 'CALCULATION') {
    throw refuse(
      'UNKNOWN_COLUMN',
      `"${title.trim()}" is no field of this section that is recorded for each sample.`,
    );
  }
  return field;
}
