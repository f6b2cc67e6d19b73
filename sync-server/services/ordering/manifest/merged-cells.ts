import type { SheetRow } from '#db/ordering/manifest/find-header.ts';

const SHEET = /<(?:[\w.-]+:)?sheet\s([^<>]*)\/?>/g;
const RELATION = /<(?:[\w.-]+:)?Relationship\s([^<>]*)\/?>/g;
const MERGED =
  /<(?:[\w.-]+:)?mergeCell\s[^<>]*\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/g;

const attribute = (tag: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0);

/** Return the part of each sheet of a workbook, in the order of its sheets. */
function sheetParts(parts: ReadonlyMap<string, Buffer>): (Buffer | undefined)[] {
  const relations = new Map(
    [...(parts.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '').matchAll(RELATION)].map(
      ([, tag = '']) => [attribute(tag, 'Id'), attribute(tag, 'Target')],
    ),
  );
  return [...(parts.get('xl/workbook.xml')?.toString('utf8') ?? '').matchAll(SHEET)].map(([, tag = '']) => {
    const target = relations.get(attribute(tag, '(?:[\\w.-]+:)?id')) ?? '';
    return parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  });
}

/** Return the value of a merged cell in every row that it covers: a spreadsheet stores it only in the first. */
function fillDown(rows: readonly SheetRow[], xml: string): SheetRow[] {
  const filled = rows.map((row) => ({ ...row, cells: [...row.cells] }));
  const byNumber = new Map(filled.map((row, index) => [row.row, index]));
  const last = filled.at(-1)?.row ?? 0;
  for (const [, letters = '', from = '', to = ''] of xml.matchAll(MERGED)) {
    const place = columnNumber(letters) - 1;
    const first = filled[byNumber.get(Number(from)) ?? -1];
    const text = first?.cells[place] ?? '';
    if (text === '') continue;
    for (let number = Number(from) + 1; number <= Math.min(Number(to), last); number++) {
      const row = filled[byNumber.get(number) ?? -1];
      if (!row || (row.cells[place] ?? '') !== '') continue;
      while (row.cells.length < place) row.cells.push('');
      row.cells[place] = text;
      row.covered = [...(row.covered ?? []), place];
      if (first?.dates?.includes(place)) row.dates = [...(row.dates ?? []), place];
    }
  }
  return filled;
}

/** Fill merged cells down in every sheet. */
export function fillMergedCells(
  sheets: readonly { sheet: string; rows: SheetRow[] }[],
  parts: ReadonlyMap<string, Buffer>,
): { sheet: string; rows: SheetRow[] }[] {
  const contents = sheetParts(parts);
  return sheets.map(({ sheet, rows }, index) => {
    const xml = contents[index]?.toString('utf8') ?? '';
    return { sheet, rows: xml.includes('mergeCell') ? fillDown(rows, xml) : rows };
  });
}
