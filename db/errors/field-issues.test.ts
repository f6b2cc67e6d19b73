import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue, labelField, toFieldIssues } from './field-issues.ts';

const Form = z.strictObject({
  firstName: z
    .string()
    .min(2)
    .regex(/^[A-Z]/),
  companyId: z.string(),
  dob: z.iso.date('Enter the date of birth.'),
  mrn: z.string().meta({ title: 'Medical record number' }),
  rows: z.array(z.object({ wellName: z.string() })),
});

const issuesOf = (input: unknown) => {
  const { error } = Form.safeParse(input, { error: describeIssue });
  return error ? toFieldIssues(error) : [];
};

test('a wrong input gives one entry for each field in the words of the specification', () => {
  expect(issuesOf({ firstName: 'b', companyId: 7, dob: 'x', rows: [{ wellName: 1 }] })).toEqual([
    { path: 'firstName', message: 'First name is invalid or missing.' },
    { path: 'companyId', message: 'Company is invalid or missing.' },
    { path: 'dob', message: 'Enter the date of birth.' },
    { path: 'mrn', message: 'Medical record number is invalid or missing.' },
    { path: 'rows.0.wellName', message: 'Well name is invalid or missing.' },
  ]);
});

test('each unknown field gives its own entry', () => {
  const known = { firstName: 'Bea', companyId: 'c', dob: '2000-01-01', mrn: 'm', rows: [] };
  expect(issuesOf({ ...known, a: 1, b: 2 })).toEqual([
    { path: 'a', message: 'This field is not known here.' },
    { path: 'b', message: 'This field is not known here.' },
  ]);
});

test.each([
  [['id'], 'Id'],
  [['specimenIds'], 'Specimen'],
  [['rows', 3], 'Rows'],
  [[], 'Input'],
  [undefined, 'Input'],
])('the label of %j is %s', (path, label) => {
  expect(labelField(path)).toBe(label);
});
