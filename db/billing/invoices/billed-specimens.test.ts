import { describe, expect, it } from 'vitest';
import { FAILED_SAMPLE_REASONS } from '#db/samples/failing/failed-sample-reason.ts';
import { SPECIMEN_STATUSES } from '#db/specimens/specimen-status.ts';
import { type BillingFacts, billabilityOf, isBillable, LAB_FAULT_REASONS } from './billed-specimens.ts';

const facts = (overrides: Partial<BillingFacts>): BillingFacts => ({
  status: 'COMPLETED',
  orderClassification: 'STANDARD',
  billable: true,
  failureReason: null,
  completedAt: null,
  batchStarted: true,
  ...overrides,
});

describe('a specimen', () => {
  it('is charged when it has a result, whatever failed on the way, stored or not', () => {
    const failed = {
      failureReason: 'EQUIPMENT_MALFUNCTION',
      completedAt: '2026-11-01T10:00:00.000Z',
    } as const;
    expect(billabilityOf(facts({ ...failed, status: 'COMPLETED' }))).toBe('BILLABLE');
    expect(billabilityOf(facts({ ...failed, status: 'IN_STORAGE' }))).toBe('BILLABLE');
  });

  it('is free when canceled before a batch with it was started', () => {
    expect(billabilityOf(facts({ status: 'CANCELED', batchStarted: false }))).toBe('NOT_BILLABLE');
  });

  it('is charged when canceled in work unless the lab was at fault', () => {
    const canceled = (failureReason: BillingFacts['failureReason']) =>
      billabilityOf(facts({ status: 'CANCELED', failureReason }));
    expect(canceled(null)).toBe('BILLABLE');
    expect(canceled('BAD_SAMPLE')).toBe('BILLABLE');
    expect(LAB_FAULT_REASONS.map(canceled)).toEqual(['NOT_BILLABLE', 'NOT_BILLABLE', 'NOT_BILLABLE']);
  });

  it('is charged after a final failure only when the material was to blame, stored or not', () => {
    for (const status of ['FAILED_QC_CANCELED', 'IN_STORAGE'] as const) {
      const billableReasons = FAILED_SAMPLE_REASONS.filter((failureReason) =>
        isBillable(facts({ status, failureReason })),
      );
      expect(billableReasons).toEqual(['INSUFFICENT_RESULTS', 'BAD_SAMPLE']);
    }
    expect(isBillable(facts({ status: 'FAILED_QC_CANCELED' }))).toBe(false);
  });

  it('of a rework, or excluded by the lab, is free in every status', () => {
    for (const status of SPECIMEN_STATUSES) {
      expect(isBillable(facts({ status, orderClassification: 'REWORK' }))).toBe(false);
      expect(isBillable(facts({ status, billable: false }))).toBe(false);
    }
  });

  it('in work counts provisionally and is on no invoice yet', () => {
    const expected = SPECIMEN_STATUSES.filter((status) => billabilityOf(facts({ status })) === 'EXPECTED');
    expect(expected).toHaveLength(SPECIMEN_STATUSES.length - 4);
    expect(isBillable(facts({ status: 'FAILED_QC' }))).toBe(true);
  });
});
