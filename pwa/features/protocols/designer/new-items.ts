import { z } from 'zod';
import type { DraftField, DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import { operandFields } from '#db/protocols/values/calculate.ts';
import {
  findField,
  findSection,
  findStep,
  type ItemPath,
  insertField,
  insertSection,
  insertStep,
  patchField,
} from './draft-tree.ts';

/** Create a section without a name. */
export const newSection = (id: string): DraftSection => ({
  id,
  name: '',
  instructions: null,
  requiresSignature: true,
  requiresReview: false,
  equipmentTypeRequired: [],
  estimatedMinutes: null,
  sourceSectionId: null,
  sourceVersion: null,
  steps: [],
});

/** Create a step without a title. */
export const newStep = (id: string): DraftStep => ({
  id,
  title: '',
  instructions: null,
  caution: null,
  timerSeconds: null,
  imageFileId: null,
  pictures: [],
  fields: [],
});

/** The settings that only some types of field have, empty. */
export const EMPTY_TYPE_SETTINGS = {
  measurementUnitId: null,
  decimals: null,
  maxLength: null,
  allowFuture: false,
  inventoryTypeId: null,
  barcodeType: null,
  calculationType: null,
  operands: null,
  mapsTo: null,
  defaultValue: null,
  min: null,
  max: null,
  qcMin: null,
  qcMax: null,
  pattern: null,
  quantityPerSample: null,
  quantityPerBatch: null,
} as const satisfies Partial<DraftField>;

/** Create a field for a number of each sample, without a label. */
export const newField = (id: string, name: string): DraftField => ({
  ...EMPTY_TYPE_SETTINGS,
  id,
  name,
  label: '',
  type: 'NUMBER',
  scope: 'PER_SAMPLE',
  required: true,
  helpText: null,
});

/** List the names of all fields. */
export const fieldNames = (sections: readonly DraftSection[]): Set<string> =>
  new Set(sections.flatMap(({ steps }) => steps.flatMap(({ fields }) => fields.map(({ name }) => name))));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Build a name for formulas from a label: letters, digits and _, different from all names that exist. */
export function uniqueFieldName(names: ReadonlySet<string>, label: string): string {
  const [first = '', ...rest] = label.normalize('NFKD').replace(/\p{M}/gu, '').match(/\w+/g) ?? [];
  const joined = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalize).join('');
  const base = (/^[A-Za-z_]/.test(joined) ? joined : `field${joined}`).slice(0, 70);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (!names.has(name)) return name;
  }
}

const Operands = z.record(z.string(), z.json()).nullable();

function renameOperands(
  operands: DraftField['operands'],
  names: ReadonlyMap<string, string>,
): DraftField['operands'] {
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'field' && typeof inner === 'string' ? (names.get(inner) ?? inner) : rename(inner),
      ]),
    );
  };
  return Operands.parse(rename(operands));
}

/** Rename a field, also in the calculations that use it. */
export function renameField(sections: readonly DraftSection[], path: ItemPath, name: string): DraftSection[] {
  const before = findField(sections, path)?.name;
  const renamed = patchField(sections, path, { name });
  if (before === undefined || before === '' || before === name) return renamed;
  const names = new Map([[before, name]]);
  const usesField = (field: DraftField): boolean => operandFields(field.operands).includes(before);
  return renamed.map((section) =>
    section.steps.some(({ fields }) => fields.some(usesField))
      ? {
          ...section,
          steps: section.steps.map((step) => ({
            ...step,
            fields: step.fields.map((field) =>
              usesField(field) ? { ...field, operands: renameOperands(field.operands, names) } : field,
            ),
          })),
        }
      : section,
  );
}

/** Copies items with free field names; calculations of a copy use the fields of the copy. */
function createCopies(sections: readonly DraftSection[], idOf: (id: string) => string) {
  const names = fieldNames(sections);
  const renamed = new Map<string, string>();
  const copyField = (field: DraftField): DraftField => {
    const name = uniqueFieldName(names, field.name);
    names.add(name);
    renamed.set(field.name, name);
    return { ...field, id: idOf(field.id), name };
  };
  const copyFields = (step: DraftStep): DraftStep => ({
    ...step,
    id: idOf(step.id),
    fields: step.fields.map(copyField),
  });
  const withOperands = (step: DraftStep): DraftStep => ({
    ...step,
    fields: step.fields.map((field) => ({ ...field, operands: renameOperands(field.operands, renamed) })),
  });
  return {
    copyField,
    copyStep: (step: DraftStep) => withOperands(copyFields(step)),
    copySteps: (section: DraftSection): DraftStep[] => section.steps.map(copyFields).map(withOperands),
  };
}

/** Copy an item behind itself; returns the sections and the id of the copy. */
export function duplicateItem(
  sections: readonly DraftSection[],
  path: ItemPath,
  newId: () => string,
): { sections: DraftSection[]; id: string } {
  const copies = createCopies(sections, newId);
  const section = findSection(sections, path.sectionId);
  const step = findStep(sections, path);
  const field = findField(sections, path);
  if (field) {
    const copy = copies.copyField(field);
    return { sections: insertField(sections, path, copy), id: copy.id };
  }
  if (step) {
    const copy = copies.copyStep(step);
    return { sections: insertStep(sections, path, copy), id: copy.id };
  }
  if (!section) return { sections: [...sections], id: path.sectionId };
  const copy = { ...section, id: newId(), steps: copies.copySteps(section) };
  return { sections: insertSection(sections, copy, section.id), id: copy.id };
}

/** Copy a section of a procedure as a new section of the library. */
export const toLibrarySection = (section: DraftSection, newId: () => string): DraftSection => ({
  ...section,
  id: newId(),
  steps: createCopies([], newId).copySteps(section),
  sourceSectionId: null,
  sourceVersion: null,
});

/**
 * Copy a section of the library into a procedure; it remembers its source. Steps and fields keep their ids
 * where these are free, so that a later version of the source can be compared item by item.
 */
export function copyLibrarySection(
  sections: readonly DraftSection[],
  { content, version }: { content: DraftSection; version: number },
  newId: () => string,
): DraftSection {
  const ids = new Set(
    sections.flatMap(({ steps }) => steps.flatMap((step) => [step.id, ...step.fields.map(({ id }) => id)])),
  );
  const copies = createCopies(sections, (id) => (ids.has(id) ? newId() : id));
  return {
    ...content,
    id: newId(),
    steps: copies.copySteps(content),
    sourceSectionId: content.id,
    sourceVersion: version,
  };
}
