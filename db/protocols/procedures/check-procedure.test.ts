import { expect, test } from 'vitest';
import { buildDraftField, buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import { checkProcedure } from './check-procedure.ts';
import type { DraftField } from './procedure-content.ts';

const sectionWith = (name: string, fields: readonly Partial<DraftField>[]) =>
  buildDraftSection({
    name,
    steps: [buildDraftStep({ fields: fields.map((field) => buildDraftField(field)) })],
  });

const messages = (...sections: Parameters<typeof checkProcedure>[0]): string[] =>
  checkProcedure(sections).map(({ message }) => message);

const sum = (terms: readonly string[]): Partial<DraftField> => ({
  name: 'total',
  label: 'Total',
  type: 'CALCULATION',
  calculationType: 'ADDITION',
  operands: { terms: terms.map((field) => ({ field })) },
  min: null,
  max: null,
});

test('a complete procedure has no problem', () => {
  expect(checkProcedure([buildDraftSection()])).toEqual([]);
});

test('all problems are listed at once, each with its place', () => {
  const empty = buildDraftSection({ name: '', steps: [] });
  const wrong = buildDraftSection({
    name: 'Elution',
    steps: [
      buildDraftStep({
        title: '',
        fields: [buildDraftField({ name: '1st', label: '', min: '9', max: '3' })],
      }),
    ],
  });
  const problems = checkProcedure([empty, wrong]);
  expect(problems.map(({ message }) => message)).toEqual([
    'Section: enter a name.',
    'Section: add a step.',
    'Elution: enter the title of the step.',
    'Field: enter a label.',
    'Field: a name has letters, digits and _, and starts with a letter.',
    'Field: the lower limit is above the upper limit.',
    'Field: the minimum is above the maximum.',
  ]);
  expect(problems[6]).toMatchObject({
    sectionId: wrong.id,
    stepId: wrong.steps[0]?.id,
    fieldId: wrong.steps[0]?.fields[0]?.id,
  });
});

test('a procedure without a step is refused', () => {
  expect(messages()).toEqual(['Add a section with a step.']);
});

test('QC limits outside of the limits are refused', () => {
  expect(messages(sectionWith('A', [{ min: '1', qcMin: '0.5', qcMax: '9', max: '8' }]))).toEqual([
    'Concentration: the minimum is above the lower QC limit.',
    'Concentration: the upper QC limit is above the maximum.',
  ]);
});

test('a name used twice is refused at both fields', () => {
  const twice = checkProcedure([sectionWith('A', [{}]), sectionWith('B', [{ label: 'Second' }])]);
  expect(twice.map(({ message }) => message)).toEqual([
    'Concentration: the name concentration is used twice.',
    'Second: the name concentration is used twice.',
  ]);
});

test('an operand must exist, be a number, and be in the same or an earlier section', () => {
  const first = sectionWith('A', [
    sum(['missing', 'note', 'later']),
    { name: 'note', label: 'Note', type: 'TEXT', min: null, max: null, decimals: null },
  ]);
  expect(messages(first, sectionWith('B', [{ name: 'later', label: 'Later' }]))).toEqual([
    'Total: operand missing does not exist.',
    'Total: operand Note is not a number.',
    'Total: operand Later is in a later section.',
  ]);
});

test('a calculation cannot depend on itself, directly or through another', () => {
  expect(messages(sectionWith('A', [{}, sum(['concentration', 'total'])]))).toEqual([
    'Total: a field cannot be its own operand.',
  ]);
  const other = { ...sum(['total', 'concentration']), name: 'other', label: 'Other' };
  expect(messages(sectionWith('A', [{}, sum(['other', 'concentration']), other]))).toEqual([
    'Total: the calculation depends on itself.',
    'Other: the calculation depends on itself.',
  ]);
});

test('sums need one unit, which is also that of the result', () => {
  const [ng, ul] = ['unit-ng', 'unit-ul'];
  const one = { name: 'one', label: 'One', measurementUnitId: ng };
  const two = { name: 'two', label: 'Two', measurementUnitId: ul };
  expect(messages(sectionWith('A', [one, two, sum(['one', 'two'])]))).toEqual([
    'Total: the operands have different units.',
  ]);
  const total = { ...sum(['one', 'one']), measurementUnitId: ul };
  expect(messages(sectionWith('A', [one, total]))).toEqual([
    'Total: the unit differs from that of the operands.',
  ]);
});

test('a picture without a description is named with its place', () => {
  const picture = { fileId: 'file-1', sha256: '0'.repeat(64), altText: ' ' };
  const step = buildDraftStep({ id: 'step-1', pictures: [{ ...picture, altText: 'Rotor' }, picture] });
  expect(checkProcedure([buildDraftSection({ id: 'section-1', steps: [step] })])).toEqual([
    {
      sectionId: 'section-1',
      stepId: 'step-1',
      fieldId: null,
      message: 'Measure the concentration: describe picture 2.',
    },
  ]);
});
