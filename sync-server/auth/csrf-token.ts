import { createHash, timingSafeEqual } from 'node:crypto';

const COOKIES = ['__Host-authjs.csrf-token', 'authjs.csrf-token'];

const cookieOf = (header: string, name: string): string | undefined => {
  const part = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part.trim().slice(name.length + 1));
  } catch {
    return undefined;
  }
};

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Report whether this is the token of `GET /api/auth/csrf`, whose cookie Auth.js has sealed with our secret.
 */
export function isCsrfToken(cookieHeader: string | undefined, token: unknown, secret: string): boolean {
  if (!cookieHeader || typeof token !== 'string') return false;
  return COOKIES.some((name) => {
    const [own = '', seal = ''] = (cookieOf(cookieHeader, name) ?? '').split('|');
    const expected = createHash('sha256').update(`${own}${secret}`).digest('hex');
    return own !== '' && equal(own, token) && equal(seal, expected);
  });
}
