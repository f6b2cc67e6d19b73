import { expect, test } from 'vitest';
import type { FileSubtype } from './file-type.ts';
import { isRecalledFile } from './result-files.ts';

const file = (subType: FileSubtype | null, createdAt: string, targetType = 'Specimen', targetId = 's1') => ({
  subType,
  createdAt,
  targetType,
  targetId,
});
const EARLIER = '2026-11-21T09:00:00.000Z';
const RECALL = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T11:00:00.000Z';
const corrected = [{ specimenId: 's1', at: RECALL, repeated: false }];
const repeated = [{ specimenId: 's1', at: RECALL, repeated: true }];

test('a report from before a recall is recalled, a later one is not', () => {
  expect(isRecalledFile(file('CLINICAL_REPORT', EARLIER), corrected)).toBe(true);
  expect(isRecalledFile(file('CLINICAL_REPORT', RECALL), corrected)).toBe(true);
  expect(isRecalledFile(file('CLINICAL_REPORT', LATER), corrected)).toBe(false);
  expect(isRecalledFile(file('CLINICAL_REPORT', EARLIER), [])).toBe(false);
});

test('data are recalled where the work is repeated, but not where a report is corrected', () => {
  expect(isRecalledFile(file('ALIGNED_BAM', EARLIER), corrected)).toBe(false);
  expect(isRecalledFile(file('ALIGNED_BAM', EARLIER), repeated)).toBe(true);
});

test('a report of the whole order is recalled with each of its specimens; other reports and attachments are not', () => {
  expect(isRecalledFile(file('QC_REPORT', EARLIER, 'Order', 'order'), corrected)).toBe(true);
  expect(isRecalledFile(file('QC_REPORT', EARLIER, 'Specimen', 's2'), corrected)).toBe(false);
  expect(isRecalledFile(file('ATTACHMENT', EARLIER), repeated)).toBe(false);
});
