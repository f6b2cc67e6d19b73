import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApprovalByLink } from '#db/ordering/approvals/approval-by-link.ts';
import type { ApprovalKind } from '#db/ordering/approvals/order-approval.ts';
import { type AccountLab, errorOf, openAccountLab } from '#sync-server/auth/account-lab.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { requestApprovals } from '#sync-server/services/ordering/orders/notify-about-order.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const BILLING = 'billing-manager@wbl.example';
const SALES = 'sales-leader@wbl.example';
let ids = 0;

interface Waiting {
  id: string;
  orderId: string;
  companyId: string;
}

/** Create an order of the demo customer that waits for one approval, with its emails. */
async function waiting(kind: ApprovalKind, creator = 'company-user@wbl.example'): Promise<Waiting> {
  ids += 1;
  const id = `01J0000000000000000000000${ids}`;
  const orderId = `01J000000000000000000000A${ids}`;
  const status = kind === 'PURCHASE_ORDER' ? 'PO_UNDER_REVIEW' : 'PENDING_APPROVAL';
  const columns = await lab.rows<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = 'order'
      AND column_name NOT IN ('id', 'order_number', 'status', 'created_by_user_id', 'rev', 'submitted_at')`,
  );
  const same = columns.map(({ name }) => name).join(', ');
  const [row] = await lab.rows<{ companyId: string }>(
    `INSERT INTO "order" (id, order_number, status, created_by_user_id, submitted_at, ${same})
     SELECT $1, 'W-99990${ids}', $2, (SELECT id FROM "user" WHERE email = $3), now(), ${same} FROM "order"
      WHERE entity = 'WBL' AND company_id = (SELECT company_id FROM user_company uc JOIN "user" u ON u.id = uc.user_id
        WHERE u.email = 'company-user@wbl.example') ORDER BY id LIMIT 1
     RETURNING company_id AS "companyId"`,
    [orderId, status, creator],
  );
  await lab.rows(
    `INSERT INTO order_approval (id, created_at, updated_at, entity, order_id, kind, status, detail)
     VALUES ($1, now(), now(), 'WBL', $2, $3, 'OPEN', '{"total": 645000}')`,
    [id, orderId, kind],
  );
  const companyId = row?.companyId ?? '';
  const notification = {
    companyId,
    orderNumber: `W-99990${ids}`,
    companyName: 'Customer',
    serviceName: 'Sequencing',
    total: 645_000,
    reason: null,
  };
  const services = { env: readEnv({ NODE_ENV: 'test' }), now: () => new Date() };
  await inTransaction(lab.database.pool, (client) =>
    requestApprovals(client, services, 'WBL', { orderId, notification }),
  );
  return { id, orderId, companyId };
}

const openApproval = (token: string, host?: string) =>
  lab.browser(host).post('/api/auth/approval').send({ token });
const decide = (token: string, decision = 'APPROVED', reason: string | null = null) =>
  lab.browser().post('/api/auth/approval/decide').send({ token, decision, reason });
const statusOf = async ({ id }: Waiting) =>
  (await lab.rows<{ status: string }>('SELECT status FROM order_approval WHERE id = $1', [id]))[0]?.status;
const invalidLinkText = 'This link has expired or was already used. Ask for a new one.';

test("a purchase order is approved through the email's link, without a session, in the name of its recipient", async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const email = await lab.mailTo(BILLING, 'PO_REVIEW_NEEDED');
  expect(email.text).toContain('/approval#token=');
  expect(email.text).toContain('/approvals');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  // Mail programs that prefetch links may open it as often as they like.
  for (const _ of [1, 2]) expect((await openApproval(token)).status).toBe(200);
  const approvalAnswer = await openApproval(token);
  expect(ApprovalByLink.parse(approvalAnswer.body)).toMatchObject({
    kind: 'PURCHASE_ORDER',
    ownOrder: false,
  });
  expect(JSON.stringify(approvalAnswer.body)).not.toMatch(/patient|mrn|requisition/i);
  expect((await decide(token)).body).toEqual({ ok: true });
  expect(await statusOf(pendingApproval)).toBe('APPROVED');
  const [by] = await lab.rows(
    `SELECT u.email FROM order_approval a JOIN "user" u ON u.id = a.decided_by_id WHERE a.id = $1`,
    [pendingApproval.id],
  );
  expect(by).toEqual({ email: BILLING });
  const log = await lab.rows(
    `SELECT l.action, u.email FROM access_log l JOIN "user" u ON u.id = l.user_id WHERE l.target_id = $1 ORDER BY l.id`,
    [pendingApproval.id],
  );
  expect(log.at(-1)).toEqual({ action: 'DECIDE_BY_LINK', email: BILLING });
  expect(log.filter(({ action }) => action === 'OPEN_APPROVAL_LINK')).toHaveLength(3);

  const replayed = await decide(token, 'DECLINED', 'Changed my mind');
  expect([replayed.status, errorOf(replayed)]).toEqual([409, invalidLinkText]);
  expect(errorOf(await openApproval(token))).toBe(invalidLinkText);
});

test('two concurrent clicks make one decision', async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  const answers = await Promise.all([decide(token), decide(token, 'DECLINED', 'Too dear'), decide(token)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const lines = await lab.rows(
    `SELECT 1 FROM access_log WHERE target_id = $1 AND action = 'DECIDE_BY_LINK'`,
    [pendingApproval.id],
  );
  expect(lines).toHaveLength(1);
});

test('returning and declining need a reason, and a refused call does not use the link up', async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  const refusal = await decide(token, 'RETURNED');
  expect(refusal.status).toBe(422);
  expect((await decide(token, 'RETURNED', 'Wrong cost center')).status).toBe(200);
  expect(await statusOf(pendingApproval)).toBe('RETURNED');
  const [order] = await lab.rows('SELECT status FROM "order" WHERE id = $1', [pendingApproval.orderId]);
  expect(order).toEqual({ status: 'DRAFT' });
});

test('a forged, foreign or expired link is invalid and logged', async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  const refusal = async () =>
    (await lab.rows(`SELECT 1 FROM access_log WHERE action = 'REFUSED' AND target_id = 'ORDER_APPROVAL'`))
      .length;
  const before = await refusal();
  expect(errorOf(await openApproval('A'.repeat(43)))).toBe(invalidLinkText);
  expect((await openApproval('short')).status).toBe(422);
  expect(errorOf(await openApproval(token, 'resonant.localhost'))).toBe(invalidLinkText);
  expect(errorOf(await lab.browser().post('/api/auth/verify-email').send({ token }))).toBe(invalidLinkText);
  expect(await refusal()).toBe(before + 2);
  lab.later(72 * 60 + 1);
  expect(errorOf(await decide(token))).toBe(invalidLinkText);
  lab.later(-(72 * 60 + 1));
  expect(await statusOf(pendingApproval)).toBe('OPEN');
});

test("a discount approver's link decides no purchase order", async () => {
  const purchase = await waiting('PURCHASE_ORDER');
  const discount = await waiting('DISCOUNT');
  const token = await lab.tokenTo(SALES, 'APPROVAL_NEEDED');
  expect((await decide(token, 'APPROVED')).status).toBe(200);
  expect([await statusOf(discount), await statusOf(purchase)]).toEqual(['APPROVED', 'OPEN']);
});

test('the author of an order cannot approve it through a link either, but may return it', async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER', BILLING);
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  expect((await openApproval(token)).body).toMatchObject({ ownOrder: true });
  const own = await decide(token);
  expect([own.status, errorOf(own)]).toEqual([
    409,
    'You entered this order. Somebody else has to approve it.',
  ]);
  expect(await statusOf(pendingApproval)).toBe('OPEN');
  expect((await decide(token, 'DECLINED', 'Created by mistake')).status).toBe(200);
});

test('a decision made elsewhere is reported, and the link decides nothing any more', async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  await lab.rows(`UPDATE order_approval SET status = 'WITHDRAWN', decided_at = now() WHERE id = $1`, [
    pendingApproval.id,
  ]);
  for (const answer of [await openApproval(token), await decide(token)])
    expect(errorOf(answer)).toBe('This has been decided already. There is nothing left for you to do.');
});

test("a link gives no more than its person's current rights: another role, a deactivation, another address", async () => {
  const pendingApproval = await waiting('PURCHASE_ORDER');
  const token = await lab.tokenTo(BILLING, 'PO_REVIEW_NEEDED');
  const member = `WHERE user_id = (SELECT id FROM "user" WHERE email = '${BILLING}')`;
  const expectDead = async (change: string, back: string) => {
    await lab.rows(change);
    expect([errorOf(await openApproval(token)), errorOf(await decide(token))]).toEqual([
      invalidLinkText,
      invalidLinkText,
    ]);
    await lab.rows(back);
  };
  await expectDead(
    `UPDATE user_company SET role = 'CS_REP' ${member}`,
    `UPDATE user_company SET role = 'BILLING_MANAGER' ${member}`,
  );
  await expectDead(
    `UPDATE user_company SET deactivated = true ${member}`,
    `UPDATE user_company SET deactivated = false ${member}`,
  );
  await expectDead(
    `UPDATE "user" SET email = 'moved@wbl.example' WHERE email = '${BILLING}'`,
    `UPDATE "user" SET email = '${BILLING}' WHERE email = 'moved@wbl.example'`,
  );
  expect(await statusOf(pendingApproval)).toBe('OPEN');
  expect((await decide(token)).status).toBe(200);
});

test('each email says what to approve and links to the page where its recipient decides', async () => {
  const rework = await waiting('REWORK');
  await waiting('DISCOUNT');
  const planner = await lab.mailTo('project-manager@wbl.example', 'APPROVAL_NEEDED');
  expect(planner.text).toContain('Approval: Rework');
  // Project managers have no list of approvals, so they decide on the order itself.
  expect(planner.text).toContain(`/lab/orders/${rework.orderId}`);
  expect(planner.text).not.toContain('/approvals');
  const sales = await lab.mailTo(SALES, 'APPROVAL_NEEDED');
  expect(sales.text).toContain('Approval: Discount');
  expect(sales.text).toContain('/approvals');
});
