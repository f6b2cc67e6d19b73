import { z } from 'zod';
import type { Mapping } from '#db/records/imports/import-mapping.ts';
import {
  type ColumnProposal,
  type FileColumn,
  headerKey,
  proposeColumns,
} from '#db/records/imports/propose-columns.ts';
import { proposeWords, type WordProposal } from '#db/records/imports/propose-words.ts';
import { isBlank, oneLineCell } from '#db/values/clean-cell.ts';
import { dnaTypeNamed, SAME_FIELDS, type SameField } from './apply-mapping.ts';
import { columnNamed, findHeader, type SheetRow } from './find-header.ts';
import { MANIFEST_COLUMNS, MANIFEST_FIELDS, type ManifestField } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import { MANIFEST_TARGET } from './manifest-target.ts';

/** The columns of a file with their probable fields, for a person to confirm. */
export const MappingQuestion = z.object({
  headerRow: z.int(),
  columns: z.array(
    z.object({
      place: z.int(),
      header: z.string(),
      values: z.array(z.object({ text: z.string(), count: z.int() })),
      field: z.enum(MANIFEST_FIELDS).nullable(),
      certainty: z.enum(['known', 'remembered', 'likely', 'none']),
    }),
  ),
  /** What the organization has decided before. */
  same: z.partialRecord(z.enum(MANIFEST_FIELDS), z.string()),
  words: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});
export type MappingQuestion = z.infer<typeof MappingQuestion>;

type Needs = Pick<ManifestContext, 'protocol' | 'packageType' | 'clinical'>;

const MOST_VALUES = 40;
const LONGEST = 120;
/** The header may follow titles and instructions, up to this row. */
const DEEPEST = 40;

const filled = ({ cells }: SheetRow): string[] => cells.map(oneLineCell).filter((text) => !isBlank(text));

/** Return the most probable header of a file whose columns have a lab's own names; -1 when none can be. */
function likelyHeader(sheet: readonly SheetRow[], mapping: Mapping): number {
  const scores = sheet.slice(0, DEEPEST).map(({ cells }, index) => {
    const columns = cells.flatMap((cell, place): FileColumn[] => {
      const header = oneLineCell(cell);
      return header === '' || header.length > LONGEST ? [] : [{ place, header, values: [] }];
    });
    const proposals = proposeColumns(columns, MANIFEST_TARGET, mapping);
    const headerScore = proposals.reduce(
      (sum, { certainty }) => sum + (certainty === 'none' ? 0 : certainty === 'likely' ? 0.7 : 1),
      0,
    );
    return { index, score: columns.length > 1 ? headerScore : 0 };
  });
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one), {
    index: -1,
    score: 1,
  });
  if (best.index >= 0) return best.index;
  // Without any known word, the first row of words above rows of content is the header.
  return sheet.findIndex(
    (row, index) =>
      index < DEEPEST &&
      filled(row).length > 1 &&
      filled(row).every((text) => !/^[\d.,]+$/.test(text) && text.length <= LONGEST) &&
      filled(sheet[index + 1] ?? { row: 0, cells: [] }).length > 1,
  );
}

/** Return the distinct values of a column, the most frequent first. */
function valuesOf(rows: readonly SheetRow[], place: number): FileColumn['values'] {
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const text = oneLineCell(cells[place] ?? '').slice(0, LONGEST);
    if (!isBlank(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_VALUES);
}

/** Describe the columns of a file; null for a file without a header. */
export function mappingQuestion(sheet: readonly SheetRow[], mapping: Mapping): MappingQuestion | null {
  const index = findHeader(sheet, mapping)?.index ?? likelyHeader(sheet, mapping);
  const line = sheet[index];
  if (!line) return null;
  const rows = sheet.slice(index + 1);
  const columns = line.cells.flatMap((cell, place): FileColumn[] => {
    const header = oneLineCell(cell).slice(0, LONGEST);
    return header === '' ? [] : [{ place, header, values: valuesOf(rows, place) }];
  });
  const { same, words } = mapping;
  return {
    headerRow: line.row,
    columns: proposeColumns(columns, MANIFEST_TARGET, mapping).map((one) => ({
      ...one,
      values: [...one.values],
    })),
    same,
    words,
  };
}

const columnFor = (columns: readonly ColumnProposal<ManifestField>[], field: ManifestField) =>
  columns.find((column) => column.field === field);

/** Return the words of a column of choices with the values that they probably mean. */
export function wordsOf(
  { columns, words }: Pick<MappingQuestion, 'columns' | 'words'>,
  field: ManifestField,
): WordProposal[] {
  const list = MANIFEST_TARGET.words[field];
  const column = columnFor(columns, field);
  if (!list || !column) return [];
  return proposeWords(column.values, list, words[field]).filter(({ key }) => key !== '');
}

const labelsOf = (accepted: readonly string[], field: ManifestField): string[] => {
  const labels = MANIFEST_TARGET.words[field]?.labels ?? {};
  return (accepted.length > 0 ? accepted : Object.keys(labels)).map((value) => labels[value] ?? value);
};

/** Return the accepted values of a field for all rows; empty for free text. */
function choicesForAll(field: SameField, { protocol }: Pick<Needs, 'protocol'>): string[] {
  if (field === 'providedSourceSpecies') return labelsOf(protocol.acceptedSpecies, field);
  if (field === 'providedSpecimenType') return labelsOf(protocol.acceptedSpecimenTypes, field);
  return field === 'providedDnaType' ? labelsOf(protocol.acceptedDnaTypes, field) : [];
}

const NUCLEIC_ACID = 'NUCLEIC_ACID';

/** Return whether the rows are, or may be, nucleic acids. */
function hasNucleicAcids(question: Pick<MappingQuestion, 'columns' | 'words'>, needs: Needs): boolean {
  const { acceptedSpecimenTypes: accepted } = needs.protocol;
  if (accepted.length > 0 && !accepted.includes(NUCLEIC_ACID)) return false;
  if (!columnFor(question.columns, 'providedSpecimenType'))
    return accepted.length === 1 || columnFor(question.columns, 'providedConcentration') !== undefined;
  return wordsOf(question, 'providedSpecimenType').some(({ value }) => value === NUCLEIC_ACID);
}

/** Return whether every word for a nucleic acid says its kind too: `gDNA`, `amplicon`. */
const kindsAreNamed = (question: Pick<MappingQuestion, 'columns' | 'words'>): boolean => {
  const terms = wordsOf(question, 'providedSpecimenType').filter(({ value }) => value === NUCLEIC_ACID);
  return terms.length > 0 && terms.every(({ word }) => dnaTypeNamed(word) !== null);
};

/** Return the fields without a column that may have one value for all rows, with a proposed value. */
export function sameForAll(
  question: Pick<MappingQuestion, 'columns' | 'words' | 'same'>,
  needs: Needs,
): { field: SameField; value: string; choices: string[] }[] {
  const nucleic = hasNucleicAcids(question, needs);
  return SAME_FIELDS.filter((field) => {
    // One plate is number 1 without a question.
    if (field === 'shipmentPlateNumber' || columnFor(question.columns, field)) return false;
    if (field === 'providedSourceSpecies' || field === 'providedSpecimenType') return true;
    return nucleic && !(field === 'providedDnaType' && kindsAreNamed(question));
  }).map((field) => {
    const choices = choicesForAll(field, needs);
    const before = question.same[field] ?? '';
    const usual =
      field === 'providedDnaType'
        ? 'gDNA'
        : field === 'providedSpecimenType' && nucleic
          ? 'Nucleic acid'
          : '';
    const proposed = before || (choices.length === 1 ? (choices[0] ?? '') : usual);
    return { field, value: choices.length === 0 || choices.includes(proposed) ? proposed : '', choices };
  });
}

/** Return the required columns that a file lacks and that no value for all rows can replace. */
export function columnsLacking({ columns }: Pick<MappingQuestion, 'columns'>, needs: Needs): ManifestField[] {
  return MANIFEST_COLUMNS.filter(
    ({ field, needed }) =>
      !columnFor(columns, field) &&
      !SAME_FIELDS.some((same) => same === field) &&
      (needed === 'always' ||
        (needed === 'plate' && needs.packageType === 'PLATE') ||
        (needed === 'clinical' && needs.clinical)),
  ).map(({ field }) => field);
}

/**
 * Return whether a person must confirm the mapping: where a column or word is only likely, where a word is
 * unknown in several rows, or where something is missing that nobody has decided.
 */
export function isMappingOpen(question: MappingQuestion, needs: Needs): boolean {
  const { columns } = question;
  if (columns.some(({ certainty }) => certainty === 'likely')) return true;
  const isUndecided = columns.some(({ certainty }) => certainty === 'none');
  if (isUndecided && columnsLacking(question, needs).length > 0) return true;
  const openWord = (['providedSourceSpecies', 'providedSpecimenType', 'providedDnaType'] as const).some(
    (field) =>
      wordsOf(question, field).some(
        ({ certainty, count }) => certainty === 'likely' || (certainty === 'none' && count > 1),
      ),
  );
  if (openWord) return true;
  return sameForAll(question, needs).some(({ field, choices }) => {
    const decided = question.same[field];
    return decided === undefined || (decided !== '' && choices.length > 0 && !choices.includes(decided));
  });
}

/** Return the decisions to remember: all that the names of the manifest do not say by themselves. */
export function decisionsOf(
  { columns }: Pick<MappingQuestion, 'columns'>,
  proposals: Readonly<Partial<Record<ManifestField, readonly WordProposal[]>>>,
  same: Readonly<Partial<Record<ManifestField, string>>>,
): Mapping {
  return {
    columns: Object.fromEntries(
      columns.flatMap(({ header, field }) =>
        (columnNamed(header)?.field ?? null) === field && field !== null
          ? []
          : [[headerKey(header), field] as const],
      ),
    ),
    words: Object.fromEntries(
      Object.entries(proposals).map(([field, terms]) => [
        field,
        Object.fromEntries(
          terms.flatMap(({ key, value, certainty }) =>
            certainty === 'known' ? [] : [[key, value] as const],
          ),
        ),
      ]),
    ),
    same: Object.fromEntries(Object.entries(same).map(([field, text]) => [field, text ?? ''])),
  };
}
