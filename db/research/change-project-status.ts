import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { projectToChange } from './open-project.ts';
import { project } from './project.ts';
import { assertProjectTransition } from './project-lifecycle.ts';
import { ProjectStatus } from './project-status.ts';

/** End a project with a reason, or reopen an ended one. */
export const changeProjectStatus = defineOperation({
  name: 'change-project-status',
  version: 1,
  kind: 'intent',
  title: 'Change status of project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({
    projectId: Id,
    seenVersion: z.int(),
    status: ProjectStatus,
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { status, reason, ...projectRef }, context) {
    const row = await projectToChange(tx, context, projectRef);
    if (row.status === status) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    assertProjectTransition(row.status, status);
    if (status === 'CLOSED' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    await tx.patch(project, row.id, { status });
    return applied;
  },
});
