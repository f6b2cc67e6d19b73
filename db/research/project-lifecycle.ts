import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { PROJECT_STATUS, type ProjectStatus } from './project-status.ts';

/** A project is closed when its work is done, and opened again when more comes. */
export const PROJECT_LIFECYCLE: Lifecycle<ProjectStatus> = {
  ACTIVE: ['CLOSED'],
  CLOSED: ['ACTIVE'],
};

/** Refuses a change of a project's status that the table does not list. */
export const assertProjectTransition = (from: ProjectStatus, to: ProjectStatus): void =>
  assertListed(PROJECT_LIFECYCLE, PROJECT_STATUS, from, to);
