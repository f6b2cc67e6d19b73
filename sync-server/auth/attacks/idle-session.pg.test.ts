import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, type Browser, openAccountLab } from '../account-lab.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const emailIn = async (browser: Browser): Promise<string | undefined> =>
  (await lab.session(browser))?.user.email;

test('a staff computer left signed in overnight is signed out in the morning, a customer’s is not', async () => {
  const [bench, customer] = [lab.browser(), lab.browser()];
  await lab.signIn(bench, 'lab-tech@wbl.example');
  await lab.signIn(customer, 'company-user@wbl.example');
  lab.later(11 * 60);
  expect(await emailIn(bench)).toBe('lab-tech@wbl.example');
  lab.later(12 * 60);
  await bench.get('/api/lab/samples').expect(401);
  expect(await lab.session(bench)).toBeNull();
  expect(await emailIn(customer)).toBe('company-user@wbl.example');
});

test('an open but idle page does not keep the session alive', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, 'lab-tech@wbl.example');
  for (let hour = 0; hour < 11; hour += 1) {
    lab.later(60);
    await browser.get('/api/auth/session?idle=1').expect(200);
  }
  expect((await browser.get('/api/auth/session?idle=1')).body.user.email).toBe('lab-tech@wbl.example');
  lab.later(61);
  expect(await lab.session(browser)).toBeNull();
});

test('a constantly used copied cookie is useless a week after the sign-in', async () => {
  for (const email of ['lab-tech@wbl.example', 'company-user@wbl.example']) {
    const browser = lab.browser();
    await lab.signIn(browser, email);
    for (let hour = 0; hour < 160; hour += 10) {
      lab.later(10 * 60);
      expect(await emailIn(browser)).toBe(email);
    }
    lab.later(8 * 60);
    expect(await lab.session(browser)).toBeNull();
  }
});

test('a switch of company or role does not restart the week', async () => {
  const browser = lab.browser();
  const session = await lab.signIn(browser, 'developer@wbl.example');
  await browser.patch('/api/super-admin/switch-role').send({ role: 'COMPANY_USER' }).expect(200);
  const { userCompanyId } = session?.user ?? {};
  await browser.post('/api/auth/switch-company').send({ userCompanyId }).expect(200);
  const after = await lab.session(browser);
  expect(after?.signedInAt).toBe(session?.signedInAt);
});
