import { canonicalJson } from '#db/values/canonical-json.ts';
import type { ProcedureSections, ProcedureSettings } from './procedure-content.ts';

/** A setting that differs between two versions. */
export interface ChangedValue {
  name: string;
  from: unknown;
  to: unknown;
}

/** What happened to a section, a step, a picture or a field from one version to the next. */
export interface ContentChange {
  kind: 'SECTION' | 'STEP' | 'PICTURE' | 'FIELD';
  id: string;
  change: 'ADDED' | 'REMOVED' | 'MOVED' | 'CHANGED';
  /** The names of the section, the step and the picture or field, outermost first. */
  path: readonly string[];
  changed: readonly ChangedValue[];
}

/** The difference of two versions of a procedure. */
export interface ProcedureComparison {
  settings: readonly ChangedValue[];
  content: readonly ContentChange[];
}

interface Item {
  kind: ContentChange['kind'];
  id: string;
  path: readonly string[];
  /** The item that it belongs to, and its place among those that both versions have. */
  parentId: string | null;
  values: Readonly<Record<string, unknown>>;
}

const NOT_COMPARED = new Set(['id', 'steps', 'pictures', 'fields']);

const valuesOf = (item: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !NOT_COMPARED.has(name)));

/** List the sections, steps and fields of a version in the order of its pages. */
const itemsOf = (sections: ProcedureSections): Item[] =>
  sections.flatMap((section) => [
    {
      kind: 'SECTION' as const,
      id: section.id,
      path: [section.name],
      parentId: null,
      values: valuesOf(section),
    },
    ...section.steps.flatMap((step) => [
      {
        kind: 'STEP' as const,
        id: step.id,
        path: [section.name, step.title],
        parentId: section.id,
        values: valuesOf(step),
      },
      ...step.pictures.map(({ fileId, altText, sha256 }) => ({
        kind: 'PICTURE' as const,
        // A copied step shows the same file.
        id: `${step.id} ${fileId}`,
        path: [section.name, step.title, altText.trim() === '' ? 'Picture' : `Picture: ${altText}`],
        parentId: step.id,
        values: { altText, sha256 },
      })),
      ...step.fields.map((field) => ({
        kind: 'FIELD' as const,
        id: field.id,
        path: [section.name, step.title, field.label],
        parentId: step.id,
        values: valuesOf(field),
      })),
    ]),
  ]);

// Values are JSON: from a draft, or from rows with JSON columns.
const sameValue = (one: unknown, other: unknown): boolean =>
  canonicalJson(JSON.parse(JSON.stringify(one ?? null))) ===
  canonicalJson(JSON.parse(JSON.stringify(other ?? null)));

function changedValues(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): ChangedValue[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) =>
    sameValue(from[name], to[name]) ? [] : [{ name, from: from[name] ?? null, to: to[name] ?? null }],
  );
}

/** Find the longest run of ids that both lists have in the same order: what is outside of it has moved. */
function inSameOrder(from: readonly string[], to: readonly string[]): Set<string> {
  const lengths = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1)
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const unmoved = new Set<string>();
  for (let i = 0, j = 0; i < from.length && j < to.length; )
    if (from[i] === to[j]) {
      unmoved.add(from[i] ?? '');
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  return unmoved;
}

/** Find the items that changed their parent, or their place among the siblings that both versions have. */
function movedItems(from: ReadonlyMap<string, Item>, to: ReadonlyMap<string, Item>): Set<string> {
  const moved = new Set<string>();
  const siblings = new Map<string | null, string[]>();
  for (const { id, parentId } of to.values()) {
    const before = from.get(id);
    if (!before) continue;
    if (before.parentId !== parentId) moved.add(id);
    else siblings.set(parentId, [...(siblings.get(parentId) ?? []), id]);
  }
  for (const [parentId, ids] of siblings) {
    const present = new Set(ids);
    const idsBefore = [...from.values()]
      .filter((item) => item.parentId === parentId && present.has(item.id))
      .map(({ id }) => id);
    const unmoved = inSameOrder(idsBefore, ids);
    for (const id of ids) if (!unmoved.has(id)) moved.add(id);
  }
  return moved;
}

/** Compare two lists of sections: an item that moved and changed is listed once for each. */
export function compareSections(from: ProcedureSections, to: ProcedureSections): ContentChange[] {
  const before = new Map(itemsOf(from).map((item) => [item.id, item]));
  const after = new Map(itemsOf(to).map((item) => [item.id, item]));
  const moved = movedItems(before, after);
  const content: ContentChange[] = [];
  const add = (
    change: ContentChange['change'],
    { kind, id, path }: Item,
    changed: ChangedValue[] = [],
  ): void => {
    content.push({ kind, id, change, path, changed });
  };
  for (const item of after.values()) {
    const earlier = before.get(item.id);
    if (!earlier) {
      add('ADDED', item);
      continue;
    }
    if (moved.has(item.id)) add('MOVED', item);
    const changed = changedValues(earlier.values, item.values);
    if (changed.length > 0) add('CHANGED', item, changed);
  }
  for (const item of before.values()) if (!after.has(item.id)) add('REMOVED', item);
  return content;
}

/** Compare two versions (domain-lab 13.1): what was added, removed, moved or changed. */
export const compareProcedures = (
  from: { settings: ProcedureSettings; sections: ProcedureSections },
  to: { settings: ProcedureSettings; sections: ProcedureSections },
): ProcedureComparison => ({
  settings: changedValues(from.settings, to.settings),
  content: compareSections(from.sections, to.sections),
});
