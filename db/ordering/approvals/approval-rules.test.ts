import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rolesWith } from '#db/access/capabilities.ts';
import { ROLES } from '#db/access/roles.ts';
import { ORDER_CLASSIFICATIONS, ORDER_TYPES } from '#db/ordering/orders/order-terms.ts';
import { type ApprovalFacts, approvalsNeeded, discountBps, waitingStatus } from './approval-rules.ts';
import { APPROVAL_KIND, APPROVAL_KINDS } from './order-approval.ts';

const facts = (overrides: Partial<ApprovalFacts> = {}): ApprovalFacts => ({
  orderType: 'SALES_ORDER',
  orderClassification: 'STANDARD',
  submittedBy: 'COMPANY_USER',
  total: 100_000,
  listTotal: 100_000,
  discount: 0,
  undecidedDiscount: 0,
  totalBefore: 100_000,
  totalAfter: 100_000,
  creditLimit: null,
  orderApprovalRequired: false,
  ...overrides,
});
const kinds = (overrides: Partial<ApprovalFacts> = {}) =>
  approvalsNeeded(facts(overrides)).map(({ kind }) => kind);

describe('an order', () => {
  it('at the list price within its limits needs no approval', () => {
    expect(kinds()).toEqual([]);
    expect(waitingStatus(kinds())).toBeNull();
  });

  it('by purchase order waits for billing, whatever else it waits for', () => {
    expect(kinds({ orderType: 'PURCHASE_ORDER' })).toEqual(['PURCHASE_ORDER']);
    const both = kinds({ orderType: 'PURCHASE_ORDER', creditLimit: 1 });
    expect(both).toEqual(['PURCHASE_ORDER', 'CREDIT_LIMIT']);
    expect(waitingStatus(both)).toBe('PO_UNDER_REVIEW');
    expect(waitingStatus(['CREDIT_LIMIT'])).toBe('PENDING_APPROVAL');
  });

  it('with a discount of up to ten percent waits for the sales leader, above that for billing too', () => {
    expect(kinds({ discount: 10_000, undecidedDiscount: 10_000 })).toEqual(['DISCOUNT']);
    expect(kinds({ discount: 10_001, undecidedDiscount: 10_001 })).toEqual(['DISCOUNT', 'DISCOUNT_BILLING']);
  });

  it('cannot split a large discount into small ones: earlier approvals count', () => {
    expect(kinds({ discount: 18_000, undecidedDiscount: 9000 })).toEqual(['DISCOUNT', 'DISCOUNT_BILLING']);
    expect(kinds({ discount: 18_000, undecidedDiscount: 0 })).toEqual([]);
  });

  it('above the credit limit waits for billing, but not when a card pays', () => {
    expect(kinds({ creditLimit: 100_000 })).toEqual([]);
    expect(kinds({ creditLimit: 99_999 })).toEqual(['CREDIT_LIMIT']);
    expect(kinds({ creditLimit: 99_999, orderType: 'ONLINE' })).toEqual([]);
  });

  it('of a member waits for the company manager when the company requires that', () => {
    const rolesNeedingApproval = ROLES.filter((submittedBy) =>
      kinds({ submittedBy, orderApprovalRequired: true }).includes('COMPANY_MANAGER'),
    );
    expect(rolesNeedingApproval.sort()).toEqual([
      'CLINICAL_BILLING_MANAGER',
      'CLINICIAN',
      'COMPANY_USER',
      'INSTITUTION_USER',
    ]);
  });

  it('of rework needs a project or lab manager and no approval about money', () => {
    const rework = (submittedBy: ApprovalFacts['submittedBy']) =>
      kinds({ submittedBy, orderClassification: 'REWORK', discount: 100_000, undecidedDiscount: 100_000 });
    expect(rework('CS_REP')).toEqual(['REWORK']);
    expect(rework('PROJECT_MANAGER')).toEqual([]);
    expect(rework('LAB_MANAGER')).toEqual([]);
  });

  it('for more work needs no approval when a card pays, otherwise that of its type', () => {
    const more = { orderClassification: 'SUPPLEMENTAL', orderApprovalRequired: true } as const;
    expect(kinds({ ...more, orderType: 'ONLINE' })).toEqual([]);
    expect(kinds({ ...more, orderType: 'PURCHASE_ORDER' })).toEqual(['PURCHASE_ORDER', 'COMPANY_MANAGER']);
  });

  it('gives the decider the facts of the decision', () => {
    expect(approvalsNeeded(facts({ discount: 5000, undecidedDiscount: 5000, creditLimit: 10 }))).toEqual([
      {
        kind: 'DISCOUNT',
        detail: {
          discount: 5000,
          listTotal: 100_000,
          percentBps: 500,
          totalBefore: 100_000,
          totalAfter: 100_000,
        },
      },
      { kind: 'CREDIT_LIMIT', detail: { total: 100_000, creditLimit: 10 } },
    ]);
  });
});

it('a discount is never rounded down to a smaller part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000_000 }), fc.nat(9_000_000), (list, requestedDiscount) => {
      const discount = Math.min(list, requestedDiscount);
      const bps = discountBps(list, discount);
      expect(bps * list).toBeGreaterThanOrEqual(discount * 10_000);
      expect((bps - 1) * list).toBeLessThan(discount * 10_000);
    }),
  );
  expect(discountBps(0, 0)).toBe(0);
});

it('every possible approval has a deciding role and is requested once', () => {
  const any = fc.record({
    orderType: fc.constantFrom(...ORDER_TYPES),
    orderClassification: fc.constantFrom(...ORDER_CLASSIFICATIONS),
    submittedBy: fc.constantFrom(...ROLES),
    total: fc.nat(200_000),
    discount: fc.nat(50_000),
    undecidedDiscount: fc.nat(50_000),
    creditLimit: fc.option(fc.nat(200_000)),
    orderApprovalRequired: fc.boolean(),
  });
  const observedKinds = new Set<string>();
  fc.assert(
    fc.property(any, (drawnFacts) => {
      const approvalKinds = kinds(drawnFacts);
      expect(new Set(approvalKinds).size).toBe(approvalKinds.length);
      for (const kind of approvalKinds) {
        observedKinds.add(kind);
        expect(rolesWith(APPROVAL_KIND[kind].capability).length).toBeGreaterThan(2);
      }
    }),
    { numRuns: 1000 },
  );
  expect([...observedKinds].sort()).toEqual([...APPROVAL_KINDS].sort());
});
