import { expect, test } from 'vitest';
import { ROLES, type Role } from '#db/access/roles.ts';
import { inOffice, openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { mayDiscardDraft } from './draft-rights.ts';
import { discardDraft } from './start-order.ts';

const draft = () =>
  openBillingBench({ status: 'DRAFT', specimens: ['DRAFT', 'DRAFT'], createdByUserId: 'author' });
const discard = async (role: Role, userId: string, companyId = 'customer') => {
  const bench = await draft();
  const actor = buildActor({ role, userId, companyId });
  await runRule(bench.world, discardDraft, { orderId: 'order' }, { ...inOffice(), actor });
  return bench;
};

test('a draft is discarded by the person who started it; its rows and its charges end with it', async () => {
  const bench = await discard('COMPANY_USER', 'author');
  expect(bench.order()).toMatchObject({ status: 'CANCELED', cancelReason: 'Draft discarded' });
  expect(bench.world.all(specimen).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED']);
  expect(bench.invoices().map(({ status }) => status)).toEqual(['CANCELED']);
});

test('a colleague, their manager and customer service continue it, and cannot discard it', async () => {
  const foreignUsers = [
    ['COMPANY_USER', 'colleague', 'customer'],
    ['COMPANY_MANAGER', 'manager', 'customer'],
    ['CS_REP', 'service', 'lab'],
  ] as const;
  for (const [role, userId, companyId] of foreignUsers)
    await expect(discard(role, userId, companyId)).rejects.toMatchObject({ code: 'NOT_YOUR_DRAFT' });
  expect(
    ROLES.filter((role) => mayDiscardDraft({ role, userId: 'other' }, { createdByUserId: 'author' })),
  ).toEqual(ROLES.filter((role) => role === 'ADMIN' || role === 'DEVELOPER'));
});

test('a submitted order cannot be discarded, even by the person who started it', async () => {
  const bench = await openBillingBench({
    status: 'ORDERED',
    specimens: ['ORDERED'],
    createdByUserId: 'author',
  });
  const actor = buildActor({ role: 'COMPANY_USER', userId: 'author', companyId: 'customer' });
  const attempt = runRule(bench.world, discardDraft, { orderId: 'order' }, { ...inOffice(), actor });
  await expect(attempt).rejects.toMatchObject({ code: 'NOT_A_DRAFT' });
});
