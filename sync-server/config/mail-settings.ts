import { z } from 'zod';

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Reads `a.example,b.example`; throws a plain Error that names the part which is wrong. */
export function parseDomains(text: string): readonly string[] {
  const domains = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong) throw new Error(`"${wrong}" is not a domain`);
  return domains;
}

/** The domains whose addresses belong to staff; three as the specification says. */
export const DEFAULT_STAFF_DOMAINS = 'wbl.example,resonant.example,benchside.example';

/** Is this the address of somebody of the lab? Their accounts are made by invitation. */
export const isStaffAddress = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Where e-mails go; the outbox on disk when no server is named. */
export const SmtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/, 'must begin with smtp:// or smtps:// and name a host')
  .optional();
