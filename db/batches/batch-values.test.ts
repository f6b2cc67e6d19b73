import { describe, expect, test } from 'vitest';
import { buildSection } from '#db/factories/build-protocols.ts';
import { buildAssignedSection, buildSignature } from '#db/factories/build-section-work.ts';
import {
  assignedSectionStatus,
  currentSection,
  runningSections,
} from '#db/protocols/sections/current-section.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { compareBatches, numberBatch } from './batch-numbering.ts';
import { barcodeKit, defaultDnaBarcodes, repeatedBarcode } from './dna-barcodes.ts';

describe('DNA barcodes', () => {
  test('a kit of 96 gives each well the number of its position', () => {
    const kit = barcodeKit('SQK-NBD114.96');
    expect(kit).toEqual({ prefix: 'NB', size: 96 });
    const barcodes = defaultDnaBarcodes({ prefix: 'NB', size: 96 }, WELL_NAMES);
    expect([barcodes.get('A1'), barcodes.get('H1'), barcodes.get('A2'), barcodes.get('H12')]).toEqual([
      'NB01',
      'NB08',
      'NB09',
      'NB96',
    ]);
  });

  test('a kit of 24 numbers the wells in fill order, and has no more', () => {
    const barcodes = defaultDnaBarcodes({ prefix: 'RB', size: 24 }, ['C5', 'A1', 'H1']);
    expect([...barcodes]).toEqual([
      ['A1', 'RB01'],
      ['H1', 'RB02'],
      ['C5', 'RB03'],
    ]);
    expect(() => defaultDnaBarcodes({ prefix: 'RB', size: 24 }, WELL_NAMES)).toThrow(
      '96 wells need barcodes and the kit has 24.',
    );
  });

  test('a barcode used twice on a flow cell is reported', () => {
    expect(repeatedBarcode(['NB01', null, 'NB02', null, 'NB02'])).toBe(
      'Barcode NB02 is used twice on this flow cell.',
    );
    expect(repeatedBarcode(['NB01', null, 'NB02'])).toBeNull();
  });

  test('a kit code without a number of barcodes is not parsed', () => {
    expect(barcodeKit('LSK')).toBeNull();
    expect(barcodeKit('SQK-LSK114')).toBeNull();
  });
});

describe('batch numbers', () => {
  test('the first sequencing batch of a day is third in order, any other first', () => {
    expect(numberBatch('WBL', '2026-11-21', 'SEQUENCING', 0)).toEqual({
      julianId: 'W26325-S01',
      batchOrder: 3,
    });
    expect(numberBatch('WBL', '2026-11-21', 'EXTRACTION', 0)).toEqual({
      julianId: 'W26325-E01',
      batchOrder: 1,
    });
    expect(numberBatch('RESONANT', '2028-12-31', 'PREPARATION', 4)).toEqual({
      julianId: 'R28366-P05',
      batchOrder: 5,
    });
  });

  test('batches are ordered by batchOrder when both have one, otherwise by julianId', () => {
    const [a, b, c] = [
      { batchOrder: 4, julianId: 'W26325-E01' },
      { batchOrder: 3, julianId: 'W26325-S01' },
      { batchOrder: null, julianId: 'W26325-P01' },
    ];
    expect(compareBatches(a, b)).toBeGreaterThan(0);
    expect(compareBatches(a, c)).toBeLessThan(0);
    expect(compareBatches(c, b)).toBeLessThan(0);
    expect(compareBatches(a, a)).toBe(0);
  });
});

describe('the current section', () => {
  const sections = [
    buildSection({ id: 's2', order: 2 }),
    buildSection({ id: 's1', order: 1 }),
    buildSection({ id: 's3', order: 3 }),
  ];
  const assigned = (id: string, sectionId: string, completionEventId: string | null) =>
    buildAssignedSection({ id, sectionId, completionEventId });

  test('is the first by order without a completion event', () => {
    const rows = [assigned('a3', 's3', null), assigned('a2', 's2', null), assigned('a1', 's1', 'event-1')];
    expect(currentSection(runningSections(rows, sections))?.assigned.id).toBe('a2');
    expect(currentSection(runningSections([assigned('a1', 's1', 'e')], sections))).toBeUndefined();
  });

  test('follows from its signatures and its completion', () => {
    const row = buildAssignedSection({ id: 'a1', startedAt: '2026-11-21T09:00:00.000Z' });
    const signed = buildSignature({ targetId: 'a1', occurredAt: '2026-11-21T10:00:00.000Z' });
    expect(assignedSectionStatus(buildAssignedSection({ id: 'a1' }), [])).toBe('NOT_STARTED');
    expect(assignedSectionStatus(row, [])).toBe('IN_PROGRESS');
    expect(assignedSectionStatus({ ...row, waitsForId: 'a0' }, [])).toBe('PENDING');
    expect(assignedSectionStatus(row, [signed])).toBe('AWAITING_REVIEW');
    expect(assignedSectionStatus({ ...row, reopenedAt: '2026-11-21T11:00:00.000Z' }, [signed])).toBe(
      'IN_PROGRESS',
    );
    expect(assignedSectionStatus({ ...row, completionEventId: 'e' }, [signed])).toBe('COMPLETED');
  });
});
