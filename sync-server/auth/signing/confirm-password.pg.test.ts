import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, openAccountLab, PASSWORD } from '#sync-server/auth/account-lab.ts';

let lab: AccountLab;

beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

async function signIn(email: string) {
  const agent = lab.browser();
  const session = await lab.signIn(agent, email);
  if (!session) throw new Error(`${email} could not sign in.`);
  return { agent, session, confirm: (body: object) => agent.post('/api/auth/pin/password').send(body) };
}

test('a session reports its start, and reading it again does not change that', async () => {
  const before = Date.now();
  const { agent, session } = await signIn('lab-tech@wbl.example');
  const began = Date.parse(session.signedInAt);
  expect(began).toBeGreaterThanOrEqual(before - 1);
  expect(began).toBeLessThanOrEqual(Date.now());
  const { body: renewedSession } = await agent.get('/api/auth/session').expect(200);
  expect(renewedSession.signedInAt).toBe(session.signedInAt);
});

test('the password is confirmed only for the person of the session', async () => {
  const { session, confirm } = await signIn('lab-tech@wbl.example');
  await confirm({ userId: session.user.id, password: PASSWORD }).expect(200);
  await confirm({ userId: 'somebody-else', password: PASSWORD }).expect(401);
  const { body } = await confirm({ userId: session.user.id, password: 'wrong' }).expect(422);
  expect(body.error).toBe('That is not your password. Try again.');
});

test('five wrong passwords lock signing, also for the right one', async () => {
  const { session, confirm } = await signIn('lab-manager@wbl.example');
  const userId = session.user.id;
  for (let i = 0; i < 4; i += 1) await confirm({ userId, password: 'wrong' }).expect(422);
  const { body } = await confirm({ userId, password: 'wrong' }).expect(409);
  expect(body.error).toContain('Too many attempts');
  await confirm({ userId, password: PASSWORD }).expect(409);
});

test('a person without a password is told how to sign', async () => {
  const { session, confirm } = await signIn('project-manager@wbl.example');
  await lab.rows('UPDATE "user" SET password = NULL WHERE id = $1', [session.user.id]);
  const { body } = await confirm({ userId: session.user.id, password: 'any' }).expect(422);
  expect(body.error).toContain('Sign out and sign in again');
});
