import { z } from 'zod';
import { BusinessEntity } from '../values/business-entity.ts';
import { SITE_VARIANTS } from './menus.ts';
import { Role } from './roles.ts';

/** The signed-in person as the specification names it (section 3, session user). */
export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** True when a picture is stored; it is fetched by file type IMAGE and user id. */
  image: z.boolean(),
  role: Role,
  companyName: z.string(),
  companyId: z.string(),
  userCompanyId: z.string(),
  parentCompanyId: z.string().nullable(),
  companies: z.array(z.object({ id: z.string(), name: z.string(), role: Role, userCompanyId: z.string() })),
  isSuperAdmin: z.boolean(),
  permissions: z.array(z.string()),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** What `GET /api/auth/session` answers; null when signed out. */
export const Session = z.object({
  user: SessionUser,
  expires: z.string(),
  entity: BusinessEntity,
  siteVariant: z.enum(SITE_VARIANTS),
  /** Has this person set a signing PIN? */
  hasPin: z.boolean(),
  /** When the person signed in; a signature in an older session also asks for the password (domain 5.6). */
  signedInAt: z.string().optional(),
  /** The time zone of the lab's days (IANA); a session that a browser kept from before does not know it. */
  labTimezone: z.string().optional(),
});
export type Session = z.infer<typeof Session>;

/** A session is valid only with a membership, a company and a role (specification 4). */
export const isValidSession = (session: unknown): session is Session => Session.safeParse(session).success;
