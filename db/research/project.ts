import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Orders may be added to an active project; a closed one remains for its history. */
export const PROJECT_STATUSES = ['ACTIVE', 'CLOSED'] as const;
export const ProjectStatus = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

/** The screen text, order and tone of each status. */
export const PROJECT_STATUS: Record<ProjectStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  CLOSED: { label: 'Closed', rank: 1, tone: 'quiet' },
};

/** The allowed status changes: a project is closed when its work is done, and reopened when more follows. */
export const PROJECT_LIFECYCLE: Lifecycle<ProjectStatus> = {
  ACTIVE: ['CLOSED'],
  CLOSED: ['ACTIVE'],
};

/** Refuse a status change that the lifecycle does not list. */
export const assertProjectTransition = (from: ProjectStatus, to: ProjectStatus): void =>
  assertListed(PROJECT_LIFECYCLE, PROJECT_STATUS, from, to);

/** A customer's group of orders, with its own prices where they were agreed. */
export const project = defineEntity({
  name: 'Project',
  table: 'project',
  schema: z.object({
    ...tenantFields,
    /** Unique in a company. */
    name: requiredText,
    companyId: ref,
    description: longText.nullable(),
    startDate: date.nullable(),
    endDate: date.nullable(),
    /** The staff member who is responsible for it. */
    managerUserId: ref.nullable(),
    customerContactUserId: ref.nullable(),
    status: ProjectStatus,
    netSuiteProjectId: text.nullable(),
  }),
  list: {
    sort: ['name', 'status', 'startDate', 'endDate', 'createdAt'],
    filter: ['status', 'companyId', 'managerUserId'],
    search: ['name'],
  },
  indexes: ['companyId'],
  replica: null,
});
export type Project = Row<typeof project>;
