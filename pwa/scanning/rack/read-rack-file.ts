import Papa from 'papaparse';
import { type GridSize, spellPosition } from '#db/values/box-position.ts';
import { judgeRackFile, type RackFileLine, type RackVerdict } from '#db/values/rack-file.ts';

interface Columns {
  position: number;
  barcode: number;
  rack: number | null;
}

const POSITION_LIKE = /^[A-Z][1-9]\d?$/;
const HEADINGS = {
  rack: /rack|plate/i,
  position: /pos|well|location|coord/i,
  barcode: /barcode|code|tube|^id$|sample/i,
};

const headingColumns = (cells: readonly string[]): Columns | null => {
  const position = cells.findIndex((cell) => HEADINGS.position.test(cell));
  const rack = cells.findIndex((cell, index) => index !== position && HEADINGS.rack.test(cell));
  const barcode = cells.findIndex(
    (cell, index) => index !== position && index !== rack && HEADINGS.barcode.test(cell),
  );
  return position === -1 || barcode === -1 ? null : { position, barcode, rack: rack === -1 ? null : rack };
};

const isPosition = (cell: string | undefined): boolean => POSITION_LIKE.test(spellPosition(cell ?? ''));

/** Without a heading the position column is the one with mostly positions; a rack's code is before it. */
const guessColumns = (rows: readonly (readonly string[])[]): Columns => {
  const count = (column: number) => rows.filter((row) => isPosition(row[column])).length;
  const position = count(1) > count(0) ? 1 : 0;
  const wide = rows.some((row) => (row[2] ?? '') !== '');
  return position === 1
    ? { rack: 0, position: 1, barcode: 2 }
    : { position: 0, barcode: 1, rack: wide ? 2 : null };
};

/**
 * Read a rack reader's file (CSV, TSV or semicolons; with or without BOM, heading and rack column) and
 * validate it.
 */
export function readRackFile(text: string, size?: GridSize): RackVerdict {
  const parsed = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
  });
  const rows = parsed.data
    .map((cells, index) => ({
      line: index + 1,
      cells: cells.map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const heading = rows[0] && !rows[0].cells.some(isPosition) ? headingColumns(rows[0].cells) : null;
  const body = heading ? rows.slice(1) : rows;
  const columns = heading ?? guessColumns(body.map(({ cells }) => cells));
  const lines: RackFileLine[] = body.map(({ line, cells }) => ({
    line,
    position: cells[columns.position] ?? '',
    barcode: cells[columns.barcode] ?? '',
    rackBarcode: (columns.rack === null ? null : cells[columns.rack]) || null,
  }));
  return judgeRackFile(lines, size);
}
