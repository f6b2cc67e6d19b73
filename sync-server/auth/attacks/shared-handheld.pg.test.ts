import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AccountLab, type Browser, openAccountLab } from '../account-lab.ts';

const PIN = '246810';
const TECH = 'lab-tech@wbl.example';
const ASSISTANT = 'research-assistant@wbl.example';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
beforeEach(async () => {
  await lab.rows('DELETE FROM attempt');
  await lab.rows('UPDATE "user" SET pin_failed_count = 0, pin_locked_until = NULL');
});
afterAll(() => lab.close());

const park = (browser: Browser) => browser.post('/api/auth/people/park').send({}).expect(200);
const resume = (browser: Browser, userCompanyId: string | undefined, pin = PIN) =>
  browser.post('/api/auth/people/resume').send({ userCompanyId, pin });

/** A handheld on which two people have signed in, the assistant last; the tech's session is parked. */
async function sharedHandheld() {
  const browser = lab.browser();
  const tech = await lab.signIn(browser, TECH);
  await park(browser);
  expect(await lab.session(browser)).toBeNull();
  const assistant = await lab.signIn(browser, ASSISTANT);
  return { browser, techId: tech?.user.userCompanyId, assistantId: assistant?.user.userCompanyId };
}

test('people of one handheld return to their own sessions with their PINs, one at a time', async () => {
  const { browser, techId, assistantId } = await sharedHandheld();
  await resume(browser, techId).expect(200);
  expect((await lab.session(browser))?.user.email).toBe(TECH);
  await resume(browser, assistantId).expect(200);
  expect((await lab.session(browser))?.user.email).toBe(ASSISTANT);
});

test('a parked session opens with no other PIN, and five wrong ones lock it', async () => {
  const { browser, techId } = await sharedHandheld();
  for (let attempt = 1; attempt <= 4; attempt++)
    expect((await resume(browser, techId, '000000')).status).toBe(422);
  expect((await resume(browser, techId, '000000')).body.code).toBe('PIN_LOCKED');
  expect((await resume(browser, techId)).body.code).toBe('PIN_LOCKED');
  expect((await lab.session(browser))?.user.email).toBe(ASSISTANT);
});

test('a session that was parked on another device, has ended or was removed does not open', async () => {
  const { techId } = await sharedHandheld();
  expect((await resume(lab.browser(), techId)).status).toBe(401);

  const idle = await sharedHandheld();
  lab.later(12 * 60 + 1);
  expect((await resume(idle.browser, idle.techId)).status).toBe(401);

  const forgotten = await sharedHandheld();
  await forgotten.browser
    .post('/api/auth/people/forget')
    .send({ userCompanyId: forgotten.techId })
    .expect(200);
  expect((await resume(forgotten.browser, forgotten.techId)).status).toBe(401);
});

test('a parked session cannot read or write by itself', async () => {
  const browser = lab.browser();
  await lab.signIn(browser, TECH);
  await park(browser);
  expect((await browser.get('/api/auth/account')).status).toBe(401);
  await browser.get('/api/sync/snapshot').expect(401);
});

test('a person whose session was not parked yet returns to it with their own PIN only', async () => {
  const { browser, assistantId } = await sharedHandheld();
  expect((await resume(browser, assistantId, '000000')).status).toBe(422);
  await resume(browser, assistantId).expect(200);
  expect((await lab.session(browser))?.user.email).toBe(ASSISTANT);
});
