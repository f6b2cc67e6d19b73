import { encode } from '@auth/core/jwt';
import { afterEach, expect, test, vi } from 'vitest';
import { openToken } from './read-session.ts';

const SECRET = 'a secret of the tests, long enough for a key';
const SALT = 'authjs.session-token';
const token = (maxAge: number, secret = SECRET) =>
  encode({ token: { sub: 'tess', userCompanyId: 'm-1', entity: 'WBL' }, secret, salt: SALT, maxAge });

afterEach(() => {
  vi.useRealTimers();
});

test('a token opens only with its own secret, also after it was opened before', async () => {
  const issuedToken = await token(60);
  const claims = { sub: 'tess', userCompanyId: 'm-1', entity: 'WBL' };
  expect(await openToken(issuedToken, SECRET, SALT)).toMatchObject(claims);
  expect(await openToken(issuedToken, SECRET, SALT)).toMatchObject(claims);
  expect(await openToken(issuedToken, 'another secret', SALT)).toBeUndefined();
  expect(await openToken(issuedToken, SECRET, '__Secure-authjs.session-token')).toBeUndefined();
  expect(await openToken(`${issuedToken.slice(0, -4)}AAAA`, SECRET, SALT)).toBeUndefined();
});

test('a cached token ends at its expiry', async () => {
  const issuedToken = await token(60);
  expect(await openToken(issuedToken, SECRET, SALT)).toMatchObject({ sub: 'tess' });
  vi.useFakeTimers({ now: Date.now() + 90_000, toFake: ['Date'] });
  expect(await openToken(issuedToken, SECRET, SALT)).toBeUndefined();
});
