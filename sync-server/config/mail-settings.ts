import { z } from 'zod';

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Parse `a.example,b.example`; throws a plain Error that names the wrong part. */
export function parseDomains(text: string): readonly string[] {
  const domains = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong) throw new Error(`"${wrong}" is not a domain`);
  return domains;
}

/** The email domains of staff; three according to the specification. */
export const DEFAULT_STAFF_DOMAINS = 'wbl.example,resonant.example,benchside.example';

/** Report whether an address belongs to staff, whose accounts are created by invitation. */
export const isStaffAddress = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Transport of emails; the outbox on disk if no server is named. */
export const SmtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/, 'must begin with smtp:// or smtps:// and name a host')
  .optional();
