import { expect, test } from 'vitest';
import {
  buildDraftField,
  buildDraftSection,
  buildDraftStep,
  buildSettings,
} from '#db/factories/build-procedure-drafts.ts';
import { compareProcedures } from './compare-procedures.ts';
import type { ProcedureSections } from './procedure-content.ts';

const versionOf = (sections: ProcedureSections, name = 'Extraction') => ({
  settings: buildSettings({ name }),
  sections,
});

const shortList = (from: ProcedureSections, to: ProcedureSections) =>
  compareProcedures(versionOf(from), versionOf(to)).content.map(
    ({ change, path, changed }) =>
      `${change} ${path.join(' / ')}${changed.map(({ name, from: was, to: is }) => ` ${name} ${was}→${is}`).join('')}`,
  );

const lysis = buildDraftSection({ name: 'Lysis' });
const wash = buildDraftSection({ name: 'Wash' });
const elution = buildDraftSection({ name: 'Elution' });

test('equal versions have no difference', () => {
  const copy = structuredClone([lysis, wash]);
  expect(compareProcedures(versionOf([lysis, wash]), versionOf(copy))).toEqual({ settings: [], content: [] });
});

test('a changed setting is shown with both values', () => {
  expect(compareProcedures(versionOf([lysis], 'Old'), versionOf([lysis], 'New')).settings).toEqual([
    { name: 'name', from: 'Old', to: 'New' },
  ]);
});

test('added, removed and changed items are listed with their place', () => {
  const [step] = lysis.steps;
  const [field] = step?.fields ?? [];
  if (!step || !field) throw new Error('The section has no field.');
  const added = buildDraftField({ name: 'volume', label: 'Volume' });
  const next = {
    ...lysis,
    steps: [{ ...step, title: 'Measure', fields: [{ ...field, max: '900' }, added] }],
  };
  expect(shortList([lysis, wash], [next])).toEqual([
    'CHANGED Lysis / Measure title Measure the concentration→Measure',
    'CHANGED Lysis / Measure / Concentration max 5000→900',
    'ADDED Lysis / Measure / Volume',
    'REMOVED Wash',
    'REMOVED Wash / Measure the concentration',
    'REMOVED Wash / Measure the concentration / Concentration',
  ]);
});

test('only the section that changed its place is moved', () => {
  expect(shortList([lysis, wash, elution], [elution, lysis, wash])).toEqual(['MOVED Elution']);
});

test('a section before an added one is not moved', () => {
  const extra = buildDraftSection({ name: 'Extra', steps: [buildDraftStep({ title: 'Wait' })] });
  expect(shortList([lysis, wash], [extra, lysis, wash])).toEqual(['ADDED Extra', 'ADDED Extra / Wait']);
});

test('a step that went to another section is moved and its fields are not', () => {
  const [step] = wash.steps;
  if (!step) throw new Error('The section has no step.');
  const next = [
    { ...lysis, steps: [...lysis.steps, step] },
    { ...wash, steps: [] },
  ];
  expect(shortList([lysis, wash], next)).toEqual(['MOVED Lysis / Measure the concentration']);
});

test('added, removed, moved and described pictures are listed each', () => {
  const [step] = lysis.steps;
  if (!step) throw new Error('The section has no step.');
  const picture = (fileId: string, altText: string) => ({ fileId, altText, sha256: '0'.repeat(64) });
  const withPictures = (...pictures: ReturnType<typeof picture>[]) => [
    { ...lysis, steps: [{ ...step, pictures }] },
  ];
  const before = withPictures(picture('a', 'Tube'), picture('b', 'Rotor'), picture('c', 'Lid'));
  const after = withPictures(picture('b', 'Rotor'), picture('a', 'Open tube'), picture('d', 'Rack'));
  expect(shortList(before, after)).toEqual([
    'MOVED Lysis / Measure the concentration / Picture: Open tube',
    'CHANGED Lysis / Measure the concentration / Picture: Open tube altText Tube→Open tube',
    'ADDED Lysis / Measure the concentration / Picture: Rack',
    'REMOVED Lysis / Measure the concentration / Picture: Lid',
  ]);
});
