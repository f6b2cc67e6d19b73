import { z } from 'zod';
import { projectBasedPricing } from '#db/billing/project-based-pricing.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { projectToChange, requireProjectAction } from './open-project.ts';
import { project } from './project.ts';

/** Delete an empty project; a project with orders is ended instead. */
export const deleteProject = defineOperation({
  name: 'delete-project',
  version: 1,
  kind: 'intent',
  title: 'Delete project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, seenVersion: z.int(), reason: Reason }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { projectId, seenVersion }, context) {
    requireProjectAction(context, 'delete');
    const row = await projectToChange(tx, context, { projectId, seenVersion });
    const prices = await tx.find(projectBasedPricing, { projectId });
    if (prices.some(({ deleted }) => !deleted))
      throw refuse('PROJECT_IN_USE', 'Prices were agreed for this project, so it stays. End it instead.');
    await tx.patch(project, row.id, { deleted: true });
    return applied;
  },
});
