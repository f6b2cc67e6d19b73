import { z } from 'zod';
import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/order-access-scope.ts';
import { isHomeCompany } from '#db/organizations/open-company.ts';
import { Id } from '#db/values/id.ts';
import { requireProjectAction, requireProjectValues } from './open-project.ts';
import { project } from './project.ts';
import { ProjectForm } from './project-form.ts';

/** Create a project of an organization; orders can be added to it from then on. */
export const createProject = defineOperation({
  name: 'create-project',
  version: 1,
  kind: 'intent',
  title: 'Create project',
  // Customers and staff have different families of grants; the rule checks them.
  grant: 'projects:read',
  args: z.strictObject({ projectId: Id, companyId: Id, form: ProjectForm }),
  subjects: ({ projectId }) => [projectId],
  async run(tx, { projectId, companyId, form }, context) {
    requireProjectAction(context, 'create');
    const owner = await findVisibleCompany(tx, context, companyId);
    if (!owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (seesAllCompanies(context.actor.role) && (await isHomeCompany(tx, owner.id)))
      throw refuse('VALIDATION', 'Choose the organization that the project is of.');
    if (await tx.get(project, projectId)) throw refuse('CONFLICT', 'This project has been created already.');
    const { startDate = null, endDate = null } = form;
    const next = { id: projectId, companyId, name: form.name, startDate, endDate };
    await requireProjectValues(tx, context, next, form);
    await tx.insert(project, {
      ...next,
      description: form.description ?? null,
      customerContactUserId: form.customerContactUserId ?? null,
      managerUserId: form.managerUserId ?? null,
      netSuiteProjectId: form.netSuiteProjectId ?? null,
      status: 'ACTIVE',
    });
    return applied;
  },
});
