import { expect, test } from 'vitest';
import { buildDraftField, buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import {
  acceptsDrop,
  dropItem,
  findField,
  findPath,
  type ItemPath,
  moveItem,
  removeItem,
} from './draft-tree.ts';
import { copyLibrarySection, duplicateItem, renameField, uniqueFieldName } from './new-items.ts';

const at = (sectionId: string, stepId: string | null = null, fieldId: string | null = null): ItemPath => ({
  sectionId,
  stepId,
  fieldId,
});
const field = (id: string, more: Parameters<typeof buildDraftField>[0] = {}) =>
  buildDraftField({ id, name: id, label: id, ...more });
const sum = field('sum', {
  type: 'CALCULATION',
  calculationType: 'ADDITION',
  operands: { terms: [{ field: 'volume' }, { const: '2' }] },
});
const sections: DraftSection[] = [
  buildDraftSection({
    id: 'a',
    steps: [
      buildDraftStep({ id: 'a1', fields: [field('volume'), sum] }),
      buildDraftStep({ id: 'a2', fields: [] }),
    ],
  }),
  buildDraftSection({ id: 'b', steps: [buildDraftStep({ id: 'b1', fields: [field('mass')] })] }),
];
const outlineOf = (list: readonly DraftSection[]): string =>
  list
    .map(
      ({ id, steps }) =>
        `${id}(${steps.map((step) => `${step.id}[${step.fields.map(({ id: name }) => name)}]`)})`,
    )
    .join(' ');

/** A source of ids that are known: n1, n2, … */
function createIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `n${count}`;
  };
}

test('an item moves among its siblings, and on into the next section or step', () => {
  expect(outlineOf(moveItem(sections, at('b'), -1))).toBe('b(b1[mass]) a(a1[volume,sum],a2[])');
  expect(outlineOf(moveItem(sections, at('a', 'a1'), 1))).toBe('a(a2[],a1[volume,sum]) b(b1[mass])');
  expect(outlineOf(moveItem(sections, at('a', 'a2'), 1))).toBe('a(a1[volume,sum]) b(a2[],b1[mass])');
  expect(outlineOf(moveItem(sections, at('b', 'b1', 'mass'), -1))).toBe('a(a1[volume,sum],a2[mass]) b(b1[])');
});

test('an item at the end stays where it is', () => {
  expect(outlineOf(moveItem(sections, at('a'), -1))).toBe(outlineOf(sections));
  expect(outlineOf(moveItem(sections, at('a', 'a1'), -1))).toBe(outlineOf(sections));
  expect(outlineOf(moveItem(sections, at('b', 'b1', 'mass'), 1))).toBe(outlineOf(sections));
});

test('an item is dropped beside its like or into what contains it, never into something below it', () => {
  expect(outlineOf(dropItem(sections, at('a', 'a1', 'volume'), at('b', 'b1')))).toBe(
    'a(a1[sum],a2[]) b(b1[mass,volume])',
  );
  expect(outlineOf(dropItem(sections, at('b', 'b1'), at('a', 'a1')))).toBe(
    'a(a1[volume,sum],b1[mass],a2[]) b()',
  );
  expect(acceptsDrop(at('a'), at('b', 'b1'))).toBe(false);
  expect(outlineOf(dropItem(sections, at('a'), at('b', 'b1')))).toBe(outlineOf(sections));
});

test('a change leaves the items beside it the same objects', () => {
  const moved = removeItem(sections, at('a', 'a1', 'sum'));
  expect(moved[1]).toBe(sections[1]);
  expect(moved[0]?.steps[1]).toBe(sections[0]?.steps[1]);
});

test('a copy of a section has new ids and names, and its calculations use its own fields', () => {
  const { sections: copied, id } = duplicateItem(sections, at('a'), createIds());
  const copy = copied[1];
  expect(copy?.id).toBe(id);
  expect(copy?.steps[0]?.fields.map(({ name }) => name)).toEqual(['volume2', 'sum2']);
  expect(copy?.steps[0]?.fields[1]?.operands).toEqual({ terms: [{ field: 'volume2' }, { const: '2' }] });
  const ids = copied.flatMap((section) => [
    section.id,
    ...section.steps.flatMap((step) => [step.id, ...step.fields.map((one) => one.id)]),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a copy of a calculation alone uses the fields of the original', () => {
  const { sections: copied, id } = duplicateItem(sections, at('a', 'a1', 'sum'), createIds());
  const path = findPath(copied, id);
  expect(path && findField(copied, path)?.operands).toEqual({ terms: [{ field: 'volume' }, { const: '2' }] });
});

test('a section of the library remembers its source and version, and keeps the ids that are free', () => {
  const content = buildDraftSection({
    id: 'library',
    steps: [buildDraftStep({ id: 'l1', fields: [field('volume'), field('yield')] })],
  });
  expect(copyLibrarySection(sections, { content, version: 4 }, createIds())).toMatchObject({
    id: 'n1',
    sourceSectionId: 'library',
    sourceVersion: 4,
    steps: [
      {
        id: 'l1',
        fields: [
          { id: 'n2', name: 'volume2' },
          { id: 'yield', name: 'yield' },
        ],
      },
    ],
  });
});

test('a renamed field is renamed in the calculations that use it', () => {
  const renamed = renameField(sections, at('a', 'a1', 'volume'), 'elution');
  expect(renamed[0]?.steps[0]?.fields[1]?.operands).toEqual({
    terms: [{ field: 'elution' }, { const: '2' }],
  });
  expect(renamed[1]).toBe(sections[1]);
});

test.each([
  ['Elution volume', 'elutionVolume'],
  ['260/280', 'field260280'],
  ['Länge (bp)', 'langeBp'],
  ['Volume', 'volume2'],
])('the label %s gives the name %s', (label, name) => {
  expect(uniqueFieldName(new Set(['volume']), label)).toBe(name);
});
