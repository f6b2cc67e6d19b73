import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, instant, int, longText, ref, requiredText } from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** What a record says: the person read a version, was trained on it, or was assessed at work with it. */
const COMPETENCE_KINDS = ['READ', 'TRAINED', 'ASSESSED'] as const;
export const CompetenceKind = z.enum(COMPETENCE_KINDS);
export type CompetenceKind = z.infer<typeof CompetenceKind>;

/** The screen text of each kind. */
export const COMPETENCE_KIND_LABELS: Record<CompetenceKind, string> = {
  READ: 'Read',
  TRAINED: 'Trained',
  ASSESSED: 'Assessed',
};

/** The state of a record; computed from its dates, never stored. */
export type CompetenceState = 'VALID' | 'EXPIRING' | 'EXPIRED' | 'REVOKED';

/** The screen text and tone of each state. */
export const COMPETENCE_STATE_DISPLAY: Record<CompetenceState, StatusDisplay & { icon: string }> = {
  VALID: { label: 'Valid', rank: 0, tone: 'good', icon: 'circle-check' },
  EXPIRING: { label: 'Expires soon', rank: 1, tone: 'warning', icon: 'hourglass' },
  EXPIRED: { label: 'Expired', rank: 2, tone: 'bad', icon: 'circle-x' },
  REVOKED: { label: 'Revoked', rank: 3, tone: 'bad', icon: 'ban' },
};

/** That a person has read one version of a procedure, or is trained on it (domain-lab 13.3). */
export const competence = defineEntity({
  name: 'Competence',
  table: 'competence',
  schema: z.object({
    ...tenantFields,
    /** The membership whose document has the record on devices. */
    userCompanyId: ref,
    userId: ref,
    procedureCode: requiredText,
    procedureVersion: int,
    kind: CompetenceKind,
    at: instant,
    /** Who trained or assessed the person; null for READ. */
    grantedById: ref.nullable(),
    /** The last lab day on which it is valid; null without end. */
    expiresOn: date.nullable(),
    /** The evidence of a training; null without one. */
    fileId: ref.nullable(),
    notes: longText.nullable(),
    revokedAt: instant.nullable(),
    revokedById: ref.nullable(),
    revocationReason: longText.nullable(),
    /** The last reminder of its end: 30, 7 or 0 days before. */
    remindedDays: int.nullable(),
  }),
  indexes: ['userCompanyId', 'userId', 'procedureCode', 'fileId'],
  replica: { embedded: [{ collection: 'people', as: 'competences', parentKey: 'userCompanyId' }] },
});
export type Competence = Row<typeof competence>;
