import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { projectToChange, requireProjectValues } from './open-project.ts';
import { type Project, project } from './project.ts';
import { PROJECT_FIELDS, ProjectChanges } from './project-form.ts';

/** Change the fields of an active project. */
export const updateProject = defineOperation({
  name: 'update-project',
  version: 1,
  kind: 'intent',
  title: 'Change project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, seenVersion: z.int(), changes: ProjectChanges }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { changes, ...projectRef }, context) {
    const row = await projectToChange(tx, context, projectRef);
    if (row.status !== 'ACTIVE')
      throw refuse('PROJECT_CLOSED', 'This project is closed. Open it again before you change it.');
    const changed = PROJECT_FIELDS.filter(
      (field) => changes[field] !== undefined && changes[field] !== row[field],
    );
    if (changed.length === 0) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    const values: Partial<Project> = Object.fromEntries(changed.map((field) => [field, changes[field]]));
    await requireProjectValues(tx, context, { ...row, ...values }, values);
    await tx.patch(project, row.id, values);
    return applied;
  },
});
