import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import type { Project } from './project.ts';

const day = z.iso.date('Enter a date.');

/** What is entered of a project. */
const Facts = z.strictObject({
  name: oneLine('Name is required', 120),
  description: orEmpty(z.string().trim().max(5000, 'Use at most 5,000 characters.')),
  startDate: orEmpty(day),
  endDate: orEmpty(day),
  customerContactUserId: orEmpty(Id),
  managerUserId: orEmpty(Id),
  netSuiteProjectId: orEmpty(oneLine('', 60)),
});

/** A new project: all but its name may be left out. */
export const ProjectForm = Facts.partial().required({ name: true });
export type ProjectForm = z.infer<typeof ProjectForm>;

/** What is changed of a project: only what is named. */
export const ProjectChanges = Facts.partial();
export type ProjectChanges = z.infer<typeof ProjectChanges>;
export const PROJECT_FIELDS = Object.keys(Facts.shape) as (keyof ProjectChanges)[];

/** What the lab alone decides about a project; customers are not asked. */
export const LAB_FIELDS = ['managerUserId', 'netSuiteProjectId'] as const satisfies (keyof ProjectChanges)[];

/** What is wrong with the days of a project; null when nothing is. */
export const projectProblem = ({
  startDate = null,
  endDate = null,
}: {
  startDate?: Project['startDate'] | undefined;
  endDate?: Project['endDate'] | undefined;
}): string | null =>
  startDate !== null && endDate !== null && endDate < startDate
    ? 'The end cannot be before the start. Check both dates.'
    : null;
