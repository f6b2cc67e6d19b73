import Papa from 'papaparse';
import type { Field } from '#db/protocols/field.ts';
import type { GridRow } from '#db/protocols/section-run.ts';
import { isWellName } from '#db/values/plate-well.ts';
import { kindOf } from './column-kind.ts';
import { type GridEntry, normalText } from './grid-cells.ts';

/** The values that a file would record, or why the file is rejected. */
export type ImportPlan =
  | { problem: string }
  | { problem: null; entries: GridEntry[]; columns: string[]; ignored: string[]; wells: number };

const normalizeName = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const wellOf = (text: string): string => {
  const match = /^([A-H])0*(\d{1,2})$/i.exec(text.trim());
  return match ? `${match[1]?.toUpperCase()}${match[2]}` : text.trim();
};

/**
 * Read a CSV file with a column `well` and a column for each field by name or label. One unknown well rejects
 * it.
 */
export function planImport(text: string, fields: readonly Field[], rows: readonly GridRow[]): ImportPlan {
  const parsed = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [header, ...lines] = parsed.data;
  const wellAt = (header ?? []).findIndex((name) =>
    ['well', 'position', 'well position'].includes(normalizeName(name)),
  );
  if (!header || wellAt === -1) return { problem: 'The file needs a header line with a column named well.' };
  const byName = new Map<string, Field>();
  for (const field of fields) {
    if (field.type === 'CALCULATION' || field.scope !== 'PER_SAMPLE') continue;
    byName.set(normalizeName(field.name), field);
    byName.set(normalizeName(field.label), field);
  }
  const columnFields = header.map((name, at) =>
    at === wellAt ? undefined : byName.get(normalizeName(name)),
  );
  if (!columnFields.some((field) => field))
    return {
      problem: `No column is a field of this section: ${[...new Set(fields.map((one) => one.label))].join(', ')}.`,
    };
  const byWell = new Map(rows.flatMap((row) => (row.well === null ? [] : [[row.well, row] as const])));
  const entries: GridEntry[] = [];
  const visitedWells = new Set<string>();
  for (const line of lines) {
    const well = wellOf(line[wellAt] ?? '');
    const row = byWell.get(well);
    if (!isWellName(well) || !row)
      return { problem: `Unknown well ${line[wellAt] ?? ''}. Nothing was taken from the file.` };
    if (visitedWells.has(well))
      return { problem: `Well ${well} stands twice in the file. Nothing was taken from it.` };
    visitedWells.add(well);
    for (const [at, field] of columnFields.entries()) {
      const value = line[at]?.trim() ?? '';
      if (field && value !== '')
        entries.push({ lineId: row.id, columnId: field.id, text: normalText(kindOf(field), value) });
    }
  }
  if (entries.length === 0) return { problem: 'The file has no values.' };
  const ignored = header.filter((name, at) => at !== wellAt && !columnFields[at] && name.trim() !== '');
  return {
    problem: null,
    entries,
    columns: columnFields.flatMap((field) => field?.label ?? []),
    ignored,
    wells: visitedWells.size,
  };
}
