import type { z } from 'zod';
import {
  DraftField,
  DraftSection,
  DraftStep,
  ProcedureSettings,
} from '#db/protocols/procedures/procedure-content.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';

/** What the designer edits: the settings of a procedure and its sections; a library section has no settings. */
export interface DraftContent {
  settings: ProcedureSettings | null;
  sections: DraftSection[];
}

/** An item that two authors changed differently: the names on its way, and both texts of what differs. */
export interface MergeConflict {
  id: string;
  path: readonly string[];
  property: string;
  mine: unknown;
  theirs: unknown;
}

/** The content of both authors, with what they changed differently. Conflicts have the author's own value. */
export interface MergedDraft {
  content: DraftContent;
  conflicts: readonly MergeConflict[];
}

// Postgres stores the keys of JSON in an order of its own.
const canonicalOf = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value ?? null)));

const same = (one: unknown, other: unknown): boolean =>
  one === other || canonicalOf(one) === canonicalOf(other);

/** Check whether two contents are equal; an edit leaves most sections the same objects, which are not read. */
export const sameContent = (one: DraftContent, other: DraftContent): boolean =>
  same(one.settings, other.settings) &&
  one.sections.length === other.sections.length &&
  one.sections.every((section, at) => same(section, other.sections[at]));

/** Decide one value by what it was: the author's own change wins, a change of both is a conflict. */
function mergeValue<T>(base: T | undefined, mine: T, theirs: T): { value: T; isConflict: boolean } {
  if (same(mine, theirs) || same(mine, base)) return { value: theirs, isConflict: false };
  return { value: mine, isConflict: !same(theirs, base) };
}

type Report = (property: string, mine: unknown, theirs: unknown) => void;

const ITEM_LISTS = new Set(['steps', 'fields']);

/** Merge the properties of one item; the items in it stay the author's own. */
function mergeProperties<T extends object>(
  schema: z.ZodType<T>,
  [base, mine, theirs]: readonly [T | undefined, T, T],
  report: Report,
): T {
  const [before, after] = [new Map(Object.entries(base ?? {})), new Map(Object.entries(theirs))];
  const merged = Object.entries(mine).map(([property, own]) => {
    if (ITEM_LISTS.has(property)) return [property, own];
    const { value, isConflict } = mergeValue(before.get(property), own, after.get(property));
    if (isConflict) report(property, own, after.get(property));
    return [property, value];
  });
  return schema.parse(Object.fromEntries(merged));
}

/**
 * Merge two lists of items: what one author removed leaves unless the other one changed it; what one author
 * added or moved stays where that author put it.
 */
function mergeItems<T extends { id: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  mergeItem: (base: T | undefined, mine: T, theirs: T) => T,
): T[] {
  const [baseById, mineById, theirsById] = [base, mine, theirs].map(
    (list) => new Map(list.map((item) => [item.id, item])),
  );
  const inBase = (id: string): T | undefined => baseById?.get(id);
  const stays = (item: T, other: T | undefined): boolean =>
    other !== undefined || inBase(item.id) === undefined || !same(item, inBase(item.id));
  const orderIsMine = !same(idsOf(mine), idsOf(base));
  const [leading, following] = orderIsMine ? [mine, theirs] : [theirs, mine];
  const ids = idsOf(leading);
  for (const [at, item] of following.entries()) {
    if (ids.includes(item.id)) continue;
    const before = following[at - 1];
    ids.splice(before ? ids.indexOf(before.id) + 1 : 0, 0, item.id);
  }
  return ids.flatMap((id) => {
    const [own, other] = [mineById?.get(id), theirsById?.get(id)];
    if (own && other) return [mergeItem(inBase(id), own, other)];
    if (own) return stays(own, other) ? [own] : [];
    return other && stays(other, own) ? [other] : [];
  });
}

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** An item that one author moved and the other one changed is in both places: the author's own place counts. */
function removeRepeated({ settings, sections }: DraftContent, mine: DraftContent): DraftContent {
  const parents = new Map(
    mine.sections.flatMap((section) => [
      ...section.steps.map((step) => [step.id, section.id] as const),
      ...section.steps.flatMap((step) => step.fields.map((field) => [field.id, step.id] as const)),
    ]),
  );
  const placedIds = new Set<string>();
  const isHere = (id: string, parentId: string): boolean => {
    if (placedIds.has(id) || (parents.get(id) ?? parentId) !== parentId) return false;
    placedIds.add(id);
    return true;
  };
  return {
    settings,
    sections: sections.map((section) => ({
      ...section,
      steps: section.steps
        .filter((step) => isHere(step.id, section.id))
        .map((step) => ({ ...step, fields: step.fields.filter((field) => isHere(field.id, step.id)) })),
    })),
  };
}

/** Merge what two authors made of the same draft, item by item and property by property. */
export function mergeDrafts(base: DraftContent, mine: DraftContent, theirs: DraftContent): MergedDraft {
  const conflicts: MergeConflict[] = [];
  const reportOf =
    (id: string, path: readonly string[]): Report =>
    (property, own, other) =>
      conflicts.push({ id, path, property, mine: own, theirs: other });
  const mergeStep = (name: string) => (from: DraftStep | undefined, own: DraftStep, other: DraftStep) => ({
    ...mergeProperties(DraftStep, [from, own, other], reportOf(own.id, [name, own.title])),
    fields: mergeItems(from?.fields ?? [], own.fields, other.fields, (fromField, ownField, otherField) =>
      mergeProperties<DraftField>(
        DraftField,
        [fromField, ownField, otherField],
        reportOf(ownField.id, [name, own.title, ownField.label]),
      ),
    ),
  });
  const sections = mergeItems(
    base.sections,
    mine.sections,
    theirs.sections,
    (from, own, other): DraftSection => ({
      ...mergeProperties(DraftSection, [from, own, other], reportOf(own.id, [own.name])),
      steps: mergeItems(from?.steps ?? [], own.steps, other.steps, mergeStep(own.name)),
    }),
  );
  const settings =
    mine.settings && theirs.settings
      ? mergeProperties(
          ProcedureSettings,
          [base.settings ?? undefined, mine.settings, theirs.settings],
          reportOf('settings', ['Settings']),
        )
      : mine.settings;
  return { content: removeRepeated({ settings, sections }, mine), conflicts };
}
