import type { DraftField, DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';

/** The place of a section, a step or a field; the ids below its level are null. */
export interface ItemPath {
  sectionId: string;
  stepId: string | null;
  fieldId: string | null;
}

export type ItemKind = 'SECTION' | 'STEP' | 'FIELD';

type Sections = readonly DraftSection[];

/** Return the level of a path. */
export const kindOfPath = ({ stepId, fieldId }: ItemPath): ItemKind =>
  fieldId !== null ? 'FIELD' : stepId !== null ? 'STEP' : 'SECTION';

/** Return the id of the item itself. */
export const idOfPath = ({ sectionId, stepId, fieldId }: ItemPath): string => fieldId ?? stepId ?? sectionId;

export const findSection = (sections: Sections, id: string): DraftSection | undefined =>
  sections.find((section) => section.id === id);

export const findStep = (sections: Sections, { sectionId, stepId }: ItemPath): DraftStep | undefined =>
  findSection(sections, sectionId)?.steps.find((step) => step.id === stepId);

export const findField = (sections: Sections, path: ItemPath): DraftField | undefined =>
  findStep(sections, path)?.fields.find((field) => field.id === path.fieldId);

/** Find an item by its id alone; null when it is not there any more. */
export function findPath(sections: Sections, id: string): ItemPath | null {
  for (const section of sections) {
    if (section.id === id) return { sectionId: id, stepId: null, fieldId: null };
    for (const step of section.steps) {
      if (step.id === id) return { sectionId: section.id, stepId: id, fieldId: null };
      if (step.fields.some((field) => field.id === id))
        return { sectionId: section.id, stepId: step.id, fieldId: id };
    }
  }
  return null;
}

// Items that did not change stay the same objects, so that their part of the screen is not rendered again.
function replace<T extends { id: string }>(
  items: readonly T[],
  id: string | null,
  next: (item: T) => T,
): T[] {
  return items.map((item) => (item.id === id ? next(item) : item));
}

export const patchSection = (sections: Sections, id: string, patch: Partial<DraftSection>): DraftSection[] =>
  replace(sections, id, (section) => ({ ...section, ...patch }));

export const patchStep = (sections: Sections, path: ItemPath, patch: Partial<DraftStep>): DraftSection[] =>
  replace(sections, path.sectionId, (section) => ({
    ...section,
    steps: replace(section.steps, path.stepId, (step) => ({ ...step, ...patch })),
  }));

const mapFields = (
  sections: Sections,
  path: ItemPath,
  map: (fields: DraftField[]) => DraftField[],
): DraftSection[] =>
  replace(sections, path.sectionId, (section) => ({
    ...section,
    steps: replace(section.steps, path.stepId, (step) => ({ ...step, fields: map(step.fields) })),
  }));

export const patchField = (sections: Sections, path: ItemPath, patch: Partial<DraftField>): DraftSection[] =>
  mapFields(sections, path, (fields) => replace(fields, path.fieldId, (field) => ({ ...field, ...patch })));

function insertAfter<T extends { id: string }>(items: readonly T[], afterId: string | null, item: T): T[] {
  const at = items.findIndex(({ id }) => id === afterId);
  return at === -1 ? [...items, item] : [...items.slice(0, at + 1), item, ...items.slice(at + 1)];
}

/** Insert a section after another one, or at the end. */
export const insertSection = (
  sections: Sections,
  section: DraftSection,
  afterId: string | null = null,
): DraftSection[] => insertAfter(sections, afterId, section);

/** Insert a step into the section of a path, after the step of the path or at the end. */
export const insertStep = (sections: Sections, path: ItemPath, step: DraftStep): DraftSection[] =>
  replace(sections, path.sectionId, (section) => ({
    ...section,
    steps: insertAfter(section.steps, path.stepId, step),
  }));

/** Insert a field into the step of a path, after the field of the path or at the end. */
export const insertField = (sections: Sections, path: ItemPath, field: DraftField): DraftSection[] =>
  mapFields(sections, path, (fields) => insertAfter(fields, path.fieldId, field));

/** Remove an item with all that belongs to it. */
export function removeItem(sections: Sections, path: ItemPath): DraftSection[] {
  const id = idOfPath(path);
  if (path.stepId === null) return sections.filter((section) => section.id !== id);
  if (path.fieldId !== null)
    return mapFields(sections, path, (fields) => fields.filter((field) => field.id !== id));
  return replace(sections, path.sectionId, (section) => ({
    ...section,
    steps: section.steps.filter((step) => step.id !== id),
  }));
}

type Direction = -1 | 1;

function swap<T extends { id: string }>(items: readonly T[], id: string | null, by: Direction): T[] | null {
  const from = items.findIndex((item) => item.id === id);
  const [item, other] = [items[from], items[from + by]];
  if (!item || !other) return null;
  return items.map((one) => (one === item ? other : one === other ? item : one));
}

/** List the steps with their sections, in the order of the pages. */
const allSteps = (sections: Sections): ItemPath[] =>
  sections.flatMap((section) =>
    section.steps.map((step) => ({ sectionId: section.id, stepId: step.id, fieldId: null })),
  );

function moveStep(sections: Sections, path: ItemPath, by: Direction): DraftSection[] {
  const section = findSection(sections, path.sectionId);
  const step = findStep(sections, path);
  if (!section || !step) return [...sections];
  const steps = swap(section.steps, step.id, by);
  if (steps) return patchSection(sections, section.id, { steps });
  const next = sections[sections.indexOf(section) + by];
  if (!next) return [...sections];
  return patchSection(removeItem(sections, path), next.id, {
    steps: by === 1 ? [step, ...next.steps] : [...next.steps, step],
  });
}

function moveField(sections: Sections, path: ItemPath, by: Direction): DraftSection[] {
  const step = findStep(sections, path);
  const field = findField(sections, path);
  if (!step || !field) return [...sections];
  const fields = swap(step.fields, field.id, by);
  if (fields) return patchStep(sections, path, { fields });
  const steps = allSteps(sections);
  const next = steps[steps.findIndex(({ stepId }) => stepId === step.id) + by];
  if (!next) return [...sections];
  const before = findStep(sections, next)?.fields ?? [];
  return patchStep(removeItem(sections, path), next, {
    fields: by === 1 ? [field, ...before] : [...before, field],
  });
}

/** Move an item one place up or down; at the end of its section or step it goes on into the next one. */
export function moveItem(sections: Sections, path: ItemPath, by: Direction): DraftSection[] {
  const kind = kindOfPath(path);
  if (kind === 'STEP') return moveStep(sections, path, by);
  if (kind === 'FIELD') return moveField(sections, path, by);
  return swap(sections, path.sectionId, by) ?? [...sections];
}

/** Check whether an item may be dropped on another one: beside an equal one, or into one that is above it. */
export function acceptsDrop(from: ItemPath, onto: ItemPath): boolean {
  if (idOfPath(from) === idOfPath(onto)) return false;
  const kinds: Record<ItemKind, readonly ItemKind[]> = {
    SECTION: ['SECTION'],
    STEP: ['STEP', 'SECTION'],
    FIELD: ['FIELD', 'STEP'],
  };
  return kinds[kindOfPath(from)].includes(kindOfPath(onto));
}

/** Move an item behind an equal one, or to the end of the section or step on which it is dropped. */
export function dropItem(sections: Sections, from: ItemPath, onto: ItemPath): DraftSection[] {
  if (!acceptsDrop(from, onto)) return [...sections];
  const rest = removeItem(sections, from);
  const section = findSection(sections, from.sectionId);
  const step = findStep(sections, from);
  const field = findField(sections, from);
  if (from.fieldId !== null) return field ? insertField(rest, onto, field) : rest;
  if (from.stepId !== null) return step ? insertStep(rest, onto, step) : rest;
  return section ? insertSection(rest, section, onto.sectionId) : rest;
}
