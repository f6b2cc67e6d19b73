import type { Blob } from 'node:buffer';
import type Stream from 'node:stream';
import type { Cell, Feature, Row, Sheet } from 'write-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
  sanitizeAttributeValue,
  sanitizeTextContent,
} from 'write-excel-file/utility';
import type { ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import type { ManifestTemplate, TemplateColumn } from '#db/ordering/manifest/manifest-template.ts';

type Content = Stream | Buffer | Blob;

const SHEET = 'Manifest';
const HELP = 'How to fill in';
const VALUES = 'Accepted values';
const LONGEST_INLINE = 200;

const REQUIRED_HEADER = { fontWeight: 'bold', backgroundColor: '#1f4f7a', textColor: '#ffffff' } as const;
const OPTIONAL_HEADER = { fontWeight: 'bold', backgroundColor: '#dbe7f1', textColor: '#1c2b39' } as const;

const text = (value: string, style: object = {}) => ({ value, type: String, ...style });

const NUMBERS: readonly ManifestField[] = ['shipmentPlateNumber', 'providedConcentration', 'providedVolume'];

/**
 * Build a cell of a row. Everything but numbers is text, so that MAR1 stays a name and 007 keeps its zeros; a
 * text cell never runs as a formula.
 */
function cellOf(field: ManifestField, value: string): Cell {
  if (NUMBERS.includes(field)) return value === '' ? null : { value: Number(value), type: Number };
  return { ...(value === '' ? {} : { value }), type: String, format: '@' };
}

const letterOf = (index: number): string => getCellAddress(0, index).replace(/\d+$/, '');

/** Return the formula of a column's validation, and how strictly the spreadsheet applies it. */
function ruleOf(column: TemplateColumn, index: number, rows: number, lists: readonly TemplateColumn[]) {
  const first = `${letterOf(index)}2`;
  const columnRange = `$${letterOf(index)}$2:$${letterOf(index)}$${rows + 1}`;
  if (column.list) {
    const inline = column.list.join(',');
    // Digits are listed inline, so that 1 typed as a number matches.
    if (column.list.every((value) => /^\d+$/.test(value)) && inline.length < LONGEST_INLINE)
      return { type: 'list', formula: `"${inline}"`, error: 'Choose from the list.' };
    const columnLetter = letterOf(lists.indexOf(column));
    const range = `'${VALUES}'!$${columnLetter}$2:$${columnLetter}$${column.list.length + 1}`;
    return { type: 'list', formula: range, error: 'Choose from the list.' };
  }
  if (column.check === 'above zero')
    return { type: 'decimal', operator: 'greaterThan', formula: '0', error: 'Enter a number above 0.' };
  if (column.check === 'sample id')
    return {
      type: 'custom',
      formula: `AND(LEN(${first})<=50,COUNTIF(${columnRange},${first})=1)`,
      error: 'Duplicate sample ID, or longer than 50 characters.',
    };
  return null;
}

/** Build the drop-down lists and hints of the first sheet in the workbook format. */
function validationMarkup({ columns, rows }: ManifestTemplate, lists: readonly TemplateColumn[]): string {
  const rules = columns.map((column, index) => {
    const rule = ruleOf(column, index, rows, lists);
    const columnLetter = letterOf(index);
    const attributes: Record<string, string> = {
      ...(rule ? { type: rule.type } : {}),
      ...(rule && 'operator' in rule ? { operator: rule.operator } : {}),
      allowBlank: '1',
      showInputMessage: '1',
      ...(rule ? { showErrorMessage: '1', errorTitle: column.header.slice(0, 32), error: rule.error } : {}),
      promptTitle: column.header.slice(0, 32),
      prompt: `${column.required ? 'Required. ' : ''}${column.hint}`.slice(0, 250),
      sqref: `${columnLetter}2:${columnLetter}${rows + 1}`,
    };
    const attributeTexts = Object.entries(attributes).map(
      ([name, value]) => `${name}="${sanitizeAttributeValue(value)}"`,
    );
    const formula = rule ? `<formula1>${sanitizeTextContent(rule.formula)}</formula1>` : '';
    return `<dataValidation ${attributeTexts.join(' ')}>${formula}</dataValidation>`;
  });
  return `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}

const withValidation = (markup: string): Feature<Content> => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml, { sheet }) =>
          sheet === SHEET
            ? insertElementMarkupAccordingToOrderOfSiblings(
                xml,
                markup,
                getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet') ?? [],
                'worksheet',
              )
            : xml,
      },
    },
  },
});

function helpRows({ columns }: ManifestTemplate) {
  const head = ['Column', 'Required', 'What belongs there'].map((title) => text(title, OPTIONAL_HEADER));
  return [
    head,
    ...columns.map(({ header, required, hint, needed: requirement }) => [
      text(header),
      text(required ? 'yes' : requirement === 'nucleic acid' ? 'for nucleic acids' : 'no'),
      text(hint),
    ]),
  ];
}

function valueRows(lists: readonly TemplateColumn[]) {
  const longest = Math.max(0, ...lists.map(({ list }) => list?.length ?? 0));
  return [
    lists.map(({ header }) => text(header, OPTIONAL_HEADER)),
    ...Array.from({ length: longest }, (_, row) =>
      lists.map(({ list }) => (list?.[row] === undefined ? null : text(list[row]))),
    ),
  ];
}

/** Create a manifest as a workbook: drop-down lists and hints in every row, filled with the given rows. */
export async function writeWorkbook(
  template: ManifestTemplate,
  filled: readonly ManifestCells[] = [],
): Promise<Buffer> {
  const { columns } = template;
  const lists = columns.filter(({ list }) => list !== null);
  const head = columns.map(({ header, required }) =>
    text(header, required ? REQUIRED_HEADER : OPTIONAL_HEADER),
  );
  const rows = Array.from(
    { length: template.rows },
    (_, row): Row => columns.map(({ field }) => cellOf(field, filled[row]?.[field] ?? '')),
  );
  const sheets: Sheet<Content>[] = [
    {
      sheet: SHEET,
      data: [head, ...rows],
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      stickyColumnsCount: 1,
    },
    { sheet: HELP, data: helpRows(template), columns: [{ width: 26 }, { width: 18 }, { width: 60 }] },
    { sheet: VALUES, data: valueRows(lists), columns: lists.map(() => ({ width: 26 })) },
  ];
  return writeXlsxFile(sheets, { features: [withValidation(validationMarkup(template, lists))] }).toBuffer();
}
