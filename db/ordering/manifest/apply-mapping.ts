import type { Mapping } from '#db/records/imports/import-mapping.ts';
import { proposeWords, translateWord } from '#db/records/imports/propose-words.ts';
import { isBlank, nameKey, oneLineCell } from '#db/values/clean-cell.ts';
import { DNA_CHOICES } from './manifest-choices.ts';
import type { ManifestField } from './manifest-columns.ts';
import type { ManifestCells, ManifestRow } from './manifest-row.ts';
import { MANIFEST_TARGET } from './manifest-target.ts';

/** Fields that may have one value for all rows of a file. */
export const SAME_FIELDS = [
  'providedSourceSpecies',
  'providedSpecimenType',
  'providedDnaType',
  'providedExtractionKit',
  'providedElutionMedium',
  'shipmentPlateNumber',
] as const satisfies readonly ManifestField[];
export type SameField = (typeof SAME_FIELDS)[number];

const WORD_FIELDS = ['providedSourceSpecies', 'providedSpecimenType', 'providedDnaType'] as const;

const isEmpty = (text: string | undefined): boolean => isBlank(oneLineCell(text ?? ''));

/** Return the kind of nucleic acid that a word for the material names: `gDNA`, `amplicon`; null for `blood`. */
export function dnaTypeNamed(term: string): string | null {
  const key = nameKey(term);
  const [proposal] = proposeWords([{ text: term, count: 1 }], DNA_CHOICES);
  // `DNA` and `RNA` alone do not say which kind.
  if (!proposal?.value || proposal.certainty === 'none' || key === 'dna' || key === 'rna') return null;
  return proposal.value === 'OTHER' ? null : (DNA_CHOICES.labels[proposal.value as 'GDNA'] ?? null);
}

/** Return a row in the words of the manifest, by what the organization has decided. */
export function translateRow({ row, cells }: ManifestRow, { words }: Mapping): ManifestRow {
  const translated: ManifestCells = { ...cells };
  const material = cells.providedSpecimenType ?? '';
  for (const field of WORD_FIELDS) {
    const list = MANIFEST_TARGET.words[field];
    const text = cells[field];
    if (list && text !== undefined && text !== '')
      translated[field] = translateWord(text, list, words[field]);
  }
  if (isEmpty(cells.providedDnaType) && translated.providedSpecimenType !== material) {
    const dnaType = dnaTypeNamed(material);
    if (dnaType !== null) translated.providedDnaType = dnaType;
  }
  return { row, cells: translated };
}

/** Fill the fields that have no column with the value of all rows. */
export function fillSame(
  { row, cells }: ManifestRow,
  same: Readonly<Partial<Record<ManifestField, string>>>,
): ManifestRow {
  const filled: ManifestCells = { ...cells };
  for (const field of SAME_FIELDS) {
    const value = same[field];
    if (value && isEmpty(cells[field])) filled[field] = value;
  }
  return { row, cells: filled };
}
