import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';
import { type Project, ProjectStatus } from './project.ts';

const day = z.iso.date('Enter a date.');

/** The fields of a project that people enter. */
const Facts = z.strictObject({
  name: oneLine('Name is required', 120),
  description: orEmpty(z.string().trim().max(5000, 'Use at most 5,000 characters.')),
  startDate: orEmpty(day),
  endDate: orEmpty(day),
  customerContactUserId: orEmpty(Id),
  managerUserId: orEmpty(Id),
  netSuiteProjectId: orEmpty(oneLine('', 60)),
});

/** A new project; only the name is required. */
export const ProjectForm = Facts.partial().required({ name: true });
export type ProjectForm = z.infer<typeof ProjectForm>;

/** A partial change of a project; omitted fields stay as they are. */
export const ProjectChanges = Facts.partial();
export type ProjectChanges = z.infer<typeof ProjectChanges>;
export const PROJECT_FIELDS = Object.keys(Facts.shape) as (keyof ProjectChanges)[];

/** What creates a project, without its id. */
export const ProjectCreation = z.strictObject({ companyId: Id, form: ProjectForm });

/** What changes a project that its writer has seen in a version. */
export const ProjectUpdate = z.strictObject({ seenVersion: z.int(), changes: ProjectChanges });
export const ProjectStatusChange = z.strictObject({
  seenVersion: z.int(),
  status: ProjectStatus,
  reason: Reason.nullable().default(null),
});
export const ProjectDeletion = z.strictObject({ seenVersion: z.int(), reason: Reason });

/** Fields that only the lab sets; customers do not see them. */
export const LAB_FIELDS = ['managerUserId', 'netSuiteProjectId'] as const satisfies (keyof ProjectChanges)[];

/** Find the problem of a project's dates; null when there is none. */
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
