import { barcodesOfKit, sheetBarcode } from './barcode-kits.ts';
import type { SampleType, SheetProblem } from './sample-sheet.ts';

/** What a sample sheet for one flow cell says. */
export interface SheetContent {
  /** Exactly one of flow cell and position names where the run takes place. */
  place: { column: 'flow_cell_id' | 'position_id'; value: string };
  experimentId: string;
  sampleId: string;
  flowCellProductCode: string | null;
  /** The sequencing kit. */
  kit: string;
  /** Expansion kits with barcodes. */
  expansions: readonly string[];
  samples: readonly SheetSample[];
}

/** A sample of a sheet: its alias is the barcode of its tube. */
export interface SheetSample {
  alias: string;
  /** The DNA barcode as the lab writes it; null in a run without barcodes. */
  dnaBarcode: string | null;
  type: SampleType;
}

// What minknow_api, dorado and the manual of the sample sheet all accept.
const SAFE_NAME = /^[A-Za-z0-9_-]{1,40}$/;
const SAFE_NAME_RULE = '1 to 40 letters, digits, "_" and "-"';
const BARCODE_LIKE = /^barcode\d{2,3}$/i;

/**
 * List every problem of a sheet before it is written: by line as the file would have it, the header is line 1.
 */
export function sheetContentProblems(content: SheetContent): SheetProblem[] {
  const { place, experimentId, sampleId, samples } = content;
  const problems: SheetProblem[] = [];
  const add = (line: number | null, column: string, message: string): void => {
    problems.push({ line, column, message });
  };
  for (const [column, value] of [
    [place.column, place.value],
    ['experiment_id', experimentId],
    ['sample_id', sampleId],
  ] as const)
    if (!SAFE_NAME.test(value)) add(null, column, `"${value}" must have ${SAFE_NAME_RULE}.`);
  if (content.kit.trim() === '') add(null, 'kit', 'The sequencing kit is missing.');
  if (samples.length === 0) add(null, 'alias', 'The flow cell has no samples.');
  const isBarcoded = samples.some(({ dnaBarcode }) => dnaBarcode !== null);
  if (!isBarcoded && samples.length > 1)
    add(null, 'barcode', `${samples.length} samples on one flow cell need different barcodes.`);
  if (isBarcoded) for (const problem of barcodeProblems(content)) problems.push(problem);
  return problems;
}

function barcodeProblems({ kit, expansions, samples }: SheetContent): SheetProblem[] {
  const problems: SheetProblem[] = [];
  const ranges = [kit, ...expansions].flatMap((name) => barcodesOfKit(name) ?? []);
  const lineOfBarcode = new Map<string, number>();
  const lineOfAlias = new Map<string, number>();
  sortByBarcode(samples).forEach(({ alias, dnaBarcode }, at) => {
    const line = at + 2;
    const add = (column: string, message: string): void => {
      problems.push({ line, column, message });
    };
    if (!SAFE_NAME.test(alias)) add('alias', `"${alias}" must have ${SAFE_NAME_RULE}.`);
    else if (BARCODE_LIKE.test(alias) || alias.toLowerCase() === 'unclassified')
      add('alias', `"${alias}" is a name that the basecaller uses itself.`);
    const sameAlias = lineOfAlias.get(alias);
    if (sameAlias !== undefined) add('alias', `"${alias}" is in line ${sameAlias} too.`);
    lineOfAlias.set(alias, line);
    const barcode = dnaBarcode === null ? null : sheetBarcode(dnaBarcode);
    if (barcode === null) {
      add('barcode', `"${dnaBarcode ?? ''}" is no barcode; a name like "NB01" is needed.`);
      return;
    }
    const sameBarcode = lineOfBarcode.get(barcode);
    if (sameBarcode !== undefined)
      add('barcode', `Barcode ${barcode} is used twice on this flow cell: line ${sameBarcode} too.`);
    lineOfBarcode.set(barcode, line);
    const number = Number(barcode.slice(-2));
    if (ranges.length > 0 && !ranges.some(({ first, last }) => number >= first && number <= last))
      add('barcode', `${barcode} is not in the kit: it has ${rangesText(ranges)}.`);
  });
  return problems;
}

const rangesText = (ranges: readonly { first: number; last: number }[]): string =>
  ranges.map(({ first, last }) => `${first} to ${last}`).join(' and ');

const sortByBarcode = (samples: readonly SheetSample[]): SheetSample[] =>
  [...samples].sort((a, b) => ((a.dnaBarcode ?? '') < (b.dnaBarcode ?? '') ? -1 : 1));

/** Write the sample sheet for MinKNOW, in the order of the barcodes; check it with `sheetContentProblems` first. */
export function writeSampleSheet(content: SheetContent): string {
  const { place, experimentId, sampleId, flowCellProductCode, kit, expansions, samples } = content;
  const isBarcoded = samples.some(({ dnaBarcode }) => dnaBarcode !== null);
  const kits = [kit, ...expansions].map((name) => name.trim()).join(' ');
  const common = [place.value, sampleId, experimentId, flowCellProductCode ?? '', kits];
  const header = [place.column, 'sample_id', 'experiment_id', 'flow_cell_product_code', 'kit'];
  const lines = isBarcoded
    ? [
        [...header, 'barcode', 'alias', 'type'],
        ...sortByBarcode(samples).map(({ alias, dnaBarcode, type }) => [
          ...common,
          sheetBarcode(dnaBarcode ?? '') ?? '',
          alias,
          type,
        ]),
      ]
    : [header, common];
  return `${lines.map((line) => line.join(',')).join('\n')}\n`;
}
