import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { PROJECT_STATUS, type ProjectStatus } from './project-status.ts';

/** The allowed status changes: a project is closed when its work is done, and reopened when more follows. */
export const PROJECT_LIFECYCLE: Lifecycle<ProjectStatus> = {
  ACTIVE: ['CLOSED'],
  CLOSED: ['ACTIVE'],
};

/** Refuse a status change that the lifecycle does not list. */
export const assertProjectTransition = (from: ProjectStatus, to: ProjectStatus): void =>
  assertListed(PROJECT_LIFECYCLE, PROJECT_STATUS, from, to);
