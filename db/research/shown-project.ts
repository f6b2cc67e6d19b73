import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { ProjectStatus, project } from './project.ts';

/** A project in a list. */
export const ListedProject = project.schema.extend({
  companyName: z.string(),
  managerName: z.string().nullable(),
  orderCount: z.int(),
  specimenCount: z.int(),
});
export type ListedProject = z.infer<typeof ListedProject>;

/** One page of projects. */
export const ProjectPage = pageOf(ListedProject);
export type ProjectPage = z.infer<typeof ProjectPage>;

/** One project with its latest orders, its specimens by status and its history. */
export const ShownProject = ListedProject.extend({
  contactName: z.string().nullable(),
  latestOrders: z.array(
    z.object({
      id: z.string(),
      /** Null for a draft. */
      orderNumber: z.string().nullable(),
      status: OrderStatus,
      serviceName: z.string(),
      specimens: z.int(),
      createdAt: z.string(),
    }),
  ),
  specimens: z.array(z.object({ status: SpecimenStatus, count: z.int() })),
  history: z.array(HistoryEntry),
  /** Statuses to which the reader may change it now. */
  nextStatuses: z.array(ProjectStatus),
  /** Whether the reader may change its fields now. */
  editable: z.boolean(),
  /** Whether the reader may delete it because it is empty. */
  deletable: z.boolean(),
});
export type ShownProject = z.infer<typeof ShownProject>;

const Choice = z.object({ id: z.string(), name: z.string() });

/**
 * The choices for a project: organizations, and responsible people of one organization, for staff those of
 * the lab.
 */
export const ProjectChoices = z.object({
  companies: z.array(Choice),
  contacts: z.array(Choice.extend({ companyId: z.string() })),
  managers: z.array(Choice),
});
export type ProjectChoices = z.infer<typeof ProjectChoices>;
