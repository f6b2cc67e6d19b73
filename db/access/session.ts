import { z } from 'zod';
import { BusinessEntity } from '../values/business-entity.ts';

import { Lab, type LabMember, labServing } from './lab.ts';
import { Role } from './roles.ts';

/** The menu variants; a deployment shows one of them (specification 2.3 and 2.4). */
export const SITE_VARIANTS = ['lab-services', 'clinical'] as const;

export type SiteVariant = (typeof SITE_VARIANTS)[number];

/** The signed-in person as the specification names it (section 3, session user). */
export const SessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** True when a picture is stored; clients load it by file type IMAGE and user id. */
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

/** The answer of `GET /api/auth/session`; null when signed out. */
export const Session = z.object({
  user: SessionUser,
  expires: z.string(),
  entity: BusinessEntity,
  /** The lab that serves the entity; absent in a session that a browser stored with an older version. */
  lab: Lab.optional(),
  siteVariant: z.enum(SITE_VARIANTS),
  /** Whether this person has set a signing PIN. */
  hasPin: z.boolean(),
  /** When the person signed in; a signature in an older session also requires the password (domain 5.6). */
  signedInAt: z.string().optional(),
  /**
   * The time zone of the lab's days (IANA); absent in a session that a browser stored with an older version.
   */
  labTimezone: z.string().optional(),
});
export type Session = z.infer<typeof Session>;

/** Return the lab of a session. */
export const labOf = ({ lab, entity }: Pick<Session, 'lab' | 'entity'>): Lab => lab ?? labServing([], entity);

/** Return the person of a session as the rights of a lab see them. */
export const labMemberOf = (session: Pick<Session, 'lab' | 'entity' | 'user'>): LabMember => ({
  role: session.user.role,
  entity: session.entity,
  lab: labOf(session),
});
