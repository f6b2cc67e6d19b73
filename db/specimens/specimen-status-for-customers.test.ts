import { expect, test } from 'vitest';
import { SPECIMEN_STATUSES, specimenDisplay } from './specimen-status.ts';

test('customers read “Under review” and “Being repeated” where the lab says “Failed QC” and “Reset”', () => {
  const labels = (customer: boolean) => SPECIMEN_STATUSES.map((one) => specimenDisplay(one, customer).label);
  const softer = SPECIMEN_STATUSES.filter((_one, index) => labels(true)[index] !== labels(false)[index]);
  expect(softer).toEqual(['FAILED_QC', 'RESET']);
  expect(specimenDisplay('FAILED_QC', true).label).toBe('Under review');
  expect(specimenDisplay('RESET', true).label).toBe('Being repeated');
  expect(specimenDisplay('FAILED_QC', false).label).toBe('Failed QC');
});
