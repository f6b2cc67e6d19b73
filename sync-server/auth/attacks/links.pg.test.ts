import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EmailTokenKind } from '#db/identity/email-token.ts';
import { type AccountLab, errorOf, openAccountLab } from '#sync-server/auth/account-lab.ts';
import { createLink, LINKS } from '#sync-server/auth/accounts/links.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
  await lab.rows(`UPDATE "user" SET email_verified = NULL WHERE email = $1`, [EMAIL]);
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(() => lab.close());

const EMAIL = 'billing-manager@wbl.example';
const INVALID_LINK = 'This link has expired or was already used. Ask for a new one.';
const MINUTE_MS = 60_000;

/** The request of each kind of link's page after its button is pressed. */
const USES: Readonly<Record<Exclude<EmailTokenKind, 'EMAIL_SIGN_IN'>, { path: string; more: object }>> = {
  EMAIL_VERIFICATION: { path: '/api/auth/verify-email', more: {} },
  PASSWORD_RESET: { path: '/api/auth/reset-password', more: { password: 'a password nobody has' } },
  INVITATION: { path: '/api/auth/invitation/accept', more: { person: null } },
  ORDER_APPROVAL: { path: '/api/auth/approval/decide', more: { decision: 'APPROVED', reason: null } },
};
const KINDS = Object.keys(LINKS) as EmailTokenKind[];

/** Read everything that a link could have changed. */
const state = async (): Promise<string> =>
  JSON.stringify(
    await lab.rows(
      `SELECT (SELECT json_agg(u ORDER BY u.id) FROM "user" u WHERE email = $1) AS person,
              (SELECT json_agg(uc ORDER BY uc.id) FROM user_company uc) AS memberships,
              (SELECT json_agg(a ORDER BY a.id) FROM order_approval a) AS approvals,
              (SELECT json_agg(o.status ORDER BY o.id) FROM "order" o) AS orders`,
      [EMAIL],
    ),
  );

/** Create a link to a person of the lab, dated so many minutes ago, and return its secret. */
async function linkOf(kind: EmailTokenKind, minutesAgo: number): Promise<string> {
  const [membership] = await lab.rows<{ userId: string; userCompanyId: string }>(
    `SELECT user_id AS "userId", id AS "userCompanyId" FROM user_company
      WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`,
    [EMAIL],
  );
  const [waiting] = await lab.rows<{ id: string }>(
    `SELECT id FROM order_approval WHERE entity = 'WBL' AND kind = 'PURCHASE_ORDER' AND status = 'OPEN' LIMIT 1`,
  );
  if (!membership || !waiting) throw new Error('The demo lab has nobody, or nothing that waits.');
  // An invited person has not accepted yet; for the other kinds it must not matter.
  await lab.rows('UPDATE user_company SET accepted_at = $2 WHERE id = $1', [
    membership.userCompanyId,
    kind === 'INVITATION' ? null : new Date(),
  ]);
  const link = { kind, entity: 'WBL', email: EMAIL, ...membership, targetId: waiting.id } as const;
  const createdAt = new Date(Date.now() - minutesAgo * MINUTE_MS);
  const env = readEnv({ NODE_ENV: 'test' });
  const url = await inTransaction(lab.database.pool, (client) => createLink(client, env, link, createdAt));
  return new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
}

/** Use a link in a separate browser; returns whether it opened, and the message. */
async function use(kind: EmailTokenKind, token: string): Promise<{ hasSession: boolean; message: string }> {
  const browser = lab.browser();
  if (kind !== 'EMAIL_SIGN_IN') {
    const { path, more } = USES[kind];
    const answer = await browser.post(path).send({ token, ...more });
    return { hasSession: answer.status < 300, message: errorOf(answer) };
  }
  const form = { token, csrfToken: await lab.csrf(browser), callbackUrl: '/', json: 'true' };
  const answer = await browser.post('/api/auth/callback/email').type('form').send(form);
  const hasError = new URL(answer.body.url, 'http://localhost').searchParams.has('error');
  const hasSession = (await lab.session(browser)) !== null;
  expect(hasSession).toBe(!hasError);
  return { hasSession, message: hasError ? INVALID_LINK : '' };
}

test.each(KINDS)('expired links: a link of kind %s opens nothing and changes nothing', async (kind) => {
  const token = await linkOf(kind, LINKS[kind].minutes + 1);
  const before = await state();
  expect(await use(kind, token)).toEqual({ hasSession: false, message: INVALID_LINK });
  expect(await state()).toBe(before);
});

test.each(KINDS)(
  'replayed links: a link of kind %s opens once, also when it is used twice at once',
  async (kind) => {
    const token = await linkOf(kind, LINKS[kind].minutes - 5);
    const both = await Promise.all([use(kind, token), use(kind, token)]);
    expect(both.filter(({ hasSession }) => hasSession)).toHaveLength(1);
    const before = await state();
    expect(await use(kind, token)).toEqual({ hasSession: false, message: INVALID_LINK });
    expect(await state()).toBe(before);
  },
);

test('replayed links: an unused link opens nothing at the other business entity and nothing of another kind', async () => {
  for (const kind of KINDS) {
    const token = await linkOf(kind, 0);
    const before = await state();
    for (const other of KINDS.filter((each) => each !== kind))
      expect([kind, other, (await use(other, token)).hasSession]).toEqual([kind, other, false]);
    if (kind !== 'EMAIL_SIGN_IN') {
      const { path, more } = USES[kind];
      const otherSiteAnswer = await lab
        .browser('resonant.localhost')
        .post(path)
        .send({ token, ...more });
      expect([kind, errorOf(otherSiteAnswer)]).toEqual([kind, INVALID_LINK]);
    }
    expect(await state()).toBe(before);
    await lab.rows('DELETE FROM attempt');
  }
});

test('the database does not contain the token of any link', async () => {
  for (const kind of KINDS) {
    const token = await linkOf(kind, 0);
    expect(token).toHaveLength(43);
    const storedText = JSON.stringify(await lab.rows('SELECT * FROM email_token WHERE kind = $1', [kind]));
    expect(storedText).toContain(createHash('sha256').update(token).digest('base64url'));
    expect([kind, storedText.includes(token)]).toEqual([kind, false]);
  }
});

test('a new password ends the links that decide for the person or open the account', async () => {
  const approval = await linkOf('ORDER_APPROVAL', 0);
  const signIn = await linkOf('EMAIL_SIGN_IN', 0);
  const token = await linkOf('PASSWORD_RESET', 0);
  const password = 'several unrelated garden words';
  await lab.browser().post('/api/auth/reset-password').send({ token, password }).expect(200);
  const decision = { token: approval, decision: 'APPROVED', reason: null };
  const answer = await lab.browser().post('/api/auth/approval/decide').send(decision);
  expect([answer.status, errorOf(answer)]).toEqual([409, INVALID_LINK]);
  const open = await lab.rows('SELECT 1 FROM email_token WHERE used_at IS NULL AND token_hash = ANY ($1)', [
    [approval, signIn].map((link) => createHash('sha256').update(link).digest('base64url')),
  ]);
  expect(open).toEqual([]);
});
