import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { ProjectStatus } from './project-status.ts';

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
  create: [
    'name',
    'companyId',
    'description',
    'startDate',
    'endDate',
    'managerUserId',
    'customerContactUserId',
    'netSuiteProjectId',
  ],
  update: [
    'name',
    'description',
    'startDate',
    'endDate',
    'managerUserId',
    'customerContactUserId',
    'netSuiteProjectId',
  ],
  list: {
    sort: ['name', 'status', 'startDate', 'endDate', 'createdAt'],
    filter: ['status', 'companyId', 'managerUserId'],
    search: ['name'],
  },
  indexes: ['companyId'],
  replica: null,
});
export type Project = Row<typeof project>;
