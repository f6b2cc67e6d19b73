import { describe, expect, test } from 'vitest';
import { price } from '#db/billing/prices/price.ts';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { buildPrice } from '#db/factories/build-billing.ts';
import { buildCampaign } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { campaign } from '#db/ordering/campaigns/campaign.ts';
import { service } from '#db/ordering/services/service.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { upcast } from '#db/sync/protocol-version.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { type Order, order } from './order.ts';

const MEMBER = { actor: { ...inRole('COMPANY_USER').actor, companyId: 'customer' }, deviceId: null };

/** Open a registration of ten specimens agreed at $250.00 each; fewer than ten cost $750.00 each. */
function openRegistration(
  registered: number,
  { of = {}, customer = {} }: { of?: Partial<Order>; customer?: Partial<Company> } = {},
) {
  const { world } = openPriceBench({
    orderType: 'SALES_ORDER',
    pricePerSpecimen: 25_000,
    subtotal: 250_000,
    total: 250_000,
    ...of,
  });
  world.putRow(
    company,
    buildCompany({ id: 'customer', type: 'UNIVERSITY', creditLimit: 500_000, ...customer }),
  );
  world.putRow(price, buildPrice({ id: 'now', protocolId: 'wgs', amount: 75_000 }));
  world.putRow(price, buildPrice({ id: 'ten', protocolId: 'wgs', amount: 25_000, minQuantity: 10 }));
  for (let row = 1; row <= registered; row += 1)
    world.putRow(
      specimen,
      buildSpecimen({ id: `s${row}`, orderId: 'order', orderRow: row, protocolId: 'wgs', status: 'DRAFT' }),
    );
  return {
    world,
    order: () => world.one(order, 'order'),
    approvals: () => world.select(orderApproval, { orderId: 'order' }),
    confirm: (seenTotal: number | null = null, by = MEMBER) =>
      runRule(world, confirmRegistration, { orderId: 'order', seenTotal }, by),
  };
}

describe('the confirmation of a registration', () => {
  test('as agreed places the order without an approval', async () => {
    const { confirm, order: orderNow } = openRegistration(10);
    expect(await confirm()).toMatchObject({ outcome: 'APPLIED' });
    expect(orderNow()).toMatchObject({ status: 'ORDERED', total: 250_000, projectedSpecimenCount: 10 });
  });

  test('at a higher unseen price is refused with the new price and changes nothing', async () => {
    const { confirm, order: orderNow } = openRegistration(9);
    for (const seenTotal of [null, 250_000])
      await expect(confirm(seenTotal)).rejects.toMatchObject({
        code: 'TOTAL_CHANGED',
        message:
          'The order total changed. Please review and try again. It is $6,750.00 for 9 specimens; agreed were $2,500.00 for 10.',
      });
    expect(orderNow()).toMatchObject({ status: 'ANTICIPATED', total: 250_000, projectedSpecimenCount: 10 });
  });

  test('at a total that differs from the shown one is refused, also when it is lower', async () => {
    const { confirm } = openRegistration(10);
    await expect(confirm(300_000)).rejects.toMatchObject({ code: 'TOTAL_CHANGED' });
  });

  test('of more specimens at the agreed price each needs no shown total', async () => {
    const { confirm, order: orderNow } = openRegistration(11);
    await confirm();
    expect(orderNow()).toMatchObject({ status: 'ORDERED', total: 275_000, projectedSpecimenCount: 11 });
  });

  test('is a draft again, with its specimens, when returned', async () => {
    const { world, confirm, order: orderNow, approvals } = openRegistration(9);
    await confirm(675_000);
    const decision = {
      approvalId: approvals()[0]?.id ?? '',
      decision: 'RETURNED',
      reason: 'Too much',
    } as const;
    await runRule(world, decideApproval, decision, inRole('BILLING_MANAGER'));
    expect(orderNow()).toMatchObject({ status: 'DRAFT', returnReason: 'Too much' });
    expect(world.one(specimen, 's1')).toMatchObject({ status: 'DRAFT' });
  });

  test('above the credit limit waits for billing, and is ordered when billing approves', async () => {
    const { world, confirm, order: orderNow, approvals } = openRegistration(9);
    expect(await confirm(675_000)).toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
    expect(orderNow()).toMatchObject({
      status: 'PENDING_APPROVAL',
      total: 675_000,
      projectedSpecimenCount: 9,
    });
    expect(approvals()).toMatchObject([
      { kind: 'CREDIT_LIMIT', status: 'OPEN', detail: { total: 675_000, creditLimit: 500_000 } },
    ]);
    expect(world.one(specimen, 's1')).toMatchObject({ status: 'PENDING_APPROVAL', salesPrice: 75_000 });
    const decision = { approvalId: approvals()[0]?.id ?? '', decision: 'APPROVED' as const };
    await runRule(world, decideApproval, decision, inRole('BILLING_MANAGER'));
    expect(orderNow()).toMatchObject({ status: 'ORDERED', total: 675_000 });
    expect(world.one(specimen, 's1')).toMatchObject({ status: 'ORDERED' });
  });

  test('within the credit limit is ordered at the shown total, and the history has both totals', async () => {
    const { world, confirm, order: orderNow } = openRegistration(9, { customer: { creditLimit: 675_000 } });
    await confirm(675_000);
    expect(orderNow()).toMatchObject({ status: 'ORDERED', total: 675_000 });
    expect(world.select(event, { type: 'PRICE_ADJUSTED' })).toMatchObject([
      {
        data: {
          act: 'REGISTRATION',
          projectedCount: 10,
          registeredCount: 9,
          from: 250_000,
          to: 675_000,
        },
      },
    ]);
  });

  test('by a member at a higher total waits for the organization’s manager, by staff it does not', async () => {
    const customer = { creditLimit: null, orderApprovalRequired: true };
    const byMember = openRegistration(9, { customer });
    await byMember.confirm(675_000);
    expect(byMember.approvals()).toMatchObject([{ kind: 'COMPANY_MANAGER', status: 'OPEN' }]);
    const asAgreed = openRegistration(10, { customer });
    await asAgreed.confirm();
    expect(asAgreed.order()).toMatchObject({ status: 'ORDERED' });
    const byStaff = openRegistration(9, { customer });
    await byStaff.confirm(675_000, inRole('PROJECT_MANAGER'));
    expect(byStaff.order()).toMatchObject({ status: 'ORDERED' });
  });

  test('needs a new discount approval only for a larger part of the price than approved', async () => {
    const of = { discountPerSpecimen: 2_000, total: 230_000, subtotal: 230_000 };
    const customer = { creditLimit: null };
    const same = openRegistration(10, { of, customer });
    await same.confirm();
    expect(same.order()).toMatchObject({ status: 'ORDERED', total: 230_000 });
    const smaller = openRegistration(9, { of, customer });
    await smaller.confirm(9 * 73_000);
    expect(smaller.order()).toMatchObject({ status: 'ORDERED' });
    const larger = openRegistration(10, {
      of: { ...of, pricePerSpecimen: 50_000, total: 480_000 },
      customer,
    });
    await larger.confirm(230_000);
    expect(larger.approvals()).toMatchObject([{ kind: 'DISCOUNT', detail: { percentBps: 800 } }]);
  });

  test('of a campaign needs the sponsor’s credit when the sponsor’s total rises', async () => {
    const of = { orderType: 'CAMPAIGN', campaignCode: 'SPRING', total: 0 } as const;
    const { world, confirm, order: orderNow, approvals } = openRegistration(9, { of });
    world.putRow(company, buildCompany({ id: 'sponsor', creditLimit: 600_000 }));
    world.putRow(campaign, buildCampaign({ code: 'SPRING', companyId: 'sponsor' }));
    await expect(confirm()).rejects.toMatchObject({ code: 'TOTAL_CHANGED' });
    await confirm(675_000);
    expect(orderNow()).toMatchObject({ status: 'PENDING_APPROVAL', total: 0 });
    expect(approvals()).toMatchObject([{ kind: 'CREDIT_LIMIT', detail: { creditLimit: 600_000 } }]);
  });

  test('of a count that the service does not accept or without a price is refused', async () => {
    const { world, confirm } = openRegistration(9);
    const sold = world.one(service, 'service');
    if (!sold) throw new Error('no service');
    world.putRow(service, { ...sold, minSpecimens: 10 });
    const issues = [{ path: 'projectedSpecimenCount', message: 'Enter at least 10 specimens.' }];
    await expect(confirm(675_000)).rejects.toMatchObject({ code: 'VALIDATION', issues });
    world.putRow(service, { ...sold, maxSpecimens: 8 });
    await expect(confirm(675_000)).rejects.toMatchObject({
      issues: [{ message: 'No more than 8 specimens.' }],
    });
    world.putRow(service, sold);
    world.putRow(price, buildPrice({ id: 'now', protocolId: 'wgs', minQuantity: 20 }));
    await expect(confirm(0)).rejects.toMatchObject({
      issues: [{ message: 'No price is set for this service.' }],
    });
  });

  test('from a device of the old version counts as shown the agreed total', () => {
    expect(upcast('confirm-registration', 1, 2, { orderId: 'o' })).toEqual({ orderId: 'o', seenTotal: null });
  });
});
