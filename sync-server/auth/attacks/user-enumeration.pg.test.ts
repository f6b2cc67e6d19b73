import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AccountLab, openAccountLab } from '../account-lab.ts';
import { argon2 } from '../password.ts';

const verify = vi.spyOn(argon2, 'verify');
let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
  await lab.rows(`UPDATE "user" SET password = NULL WHERE email = 'sales-rep@wbl.example'`);
  await lab.rows(`UPDATE user_company SET deactivated = true
    WHERE user_id = (SELECT id FROM "user" WHERE email = 'cs-rep@wbl.example')`);
  await lab.rows(`UPDATE "user" SET deleted = true WHERE email = 'cs-manager@wbl.example'`);
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(() => lab.close());

const ADDRESSES = {
  active: 'lab-tech@wbl.example',
  unknown: 'nobody@wbl.example',
  deactivated: 'cs-rep@wbl.example',
  removed: 'cs-manager@wbl.example',
  'without a password': 'sales-rep@wbl.example',
  'of the other business entity': 'admin@resonant.example',
};

/** The cost of each password check: its kind, memory, passes and lanes, without salt and hash. */
const costs = (): string[] =>
  verify.mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));

async function attempt(email: string) {
  const browser = lab.browser();
  const csrfToken = await lab.csrf(browser);
  verify.mockClear();
  const form = { email, password: 'not the password at all', csrfToken, json: 'true', callbackUrl: '/' };
  const answer = await browser.post('/api/auth/callback/credentials').type('form').send(form);
  return { status: answer.status, body: answer.body, work: costs() };
}

test('user enumeration by timing and text: a wrong password gets the same cost and text for every kind of address', async () => {
  const known = await attempt(ADDRESSES.active);
  expect(known.work).toHaveLength(1);
  expect(known.work[0]).toMatch(/^\$argon2id\$/);
  for (const [kind, email] of Object.entries(ADDRESSES))
    expect({ kind, ...(await attempt(email)) }).toEqual({ kind, ...known });
});

test('user enumeration by text: requests for links get one response for every kind of address', async () => {
  for (const path of ['/api/auth/forgot-password', '/api/auth/verify-email/resend'] as const) {
    const answers = [];
    for (const email of Object.values(ADDRESSES)) {
      const { status, body } = await lab.browser().post(path).send({ email });
      answers.push({ status, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  }
});

test('user enumeration: counts of wrong passwords reveal nothing, because an unknown address locks like a known one', async () => {
  const until = async (email: string): Promise<number> => {
    await lab.rows('DELETE FROM attempt');
    const browser = lab.browser();
    const csrfToken = await lab.csrf(browser);
    for (let tried = 1; tried <= 30; tried += 1) {
      const form = { email, password: '', csrfToken, json: 'true' };
      const { status } = await browser.post('/api/auth/callback/credentials').type('form').send(form);
      if (status === 429) return tried;
    }
    return 0;
  };
  const known = await until(ADDRESSES.active);
  expect(known).toBeGreaterThan(0);
  expect(await until(ADDRESSES.unknown)).toBe(known);
});
