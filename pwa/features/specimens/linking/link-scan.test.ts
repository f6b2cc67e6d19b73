import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { linkScan } from './link-dialog.tsx';

const tubes = [{ sample: buildSample({ id: 'tube', specimenId: null }), unexpected: null, description: '' }];
const awaited = ['a', 'b'].map((id) => ({
  specimen: buildSpecimen({ id, orderId: id === 'a' ? 'one' : 'two' }),
  orderNumber: 'W-1',
}));
const scan = (...documents: { kind: string; id: string }[]) => linkScan('CODE', documents, tubes, awaited);

test('the label of an unexpected tube selects the tube', () => {
  expect(scan({ kind: 'Sample', id: 'tube' })).toMatchObject({ kind: 'TUBE', id: 'tube' });
});

test('a waiting requisition is selected, also by an order in which only it waits', () => {
  expect(scan({ kind: 'Specimen', id: 'b' })).toMatchObject({ kind: 'REQUISITION', id: 'b' });
  expect(scan({ kind: 'Order', id: 'one' })).toMatchObject({ kind: 'REQUISITION', id: 'a' });
});

test.each([
  ['a sample of the lab', { kind: 'Sample', id: 'other' }, 'CODE is not an unexpected tube in quarantine.'],
  ['a requisition with its material', { kind: 'Specimen', id: 'c' }, 'CODE needs no material.'],
  ['a box', { kind: 'StorageManagement', id: 'box' }, 'Nothing matches CODE.'],
])('%s chooses nothing and says why', (_case, documents, text) => {
  const result = scan(documents);
  expect(result.kind).toBe('NEITHER');
  expect(result.text).toContain(text);
});
