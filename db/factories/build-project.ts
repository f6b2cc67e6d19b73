import { type Project, project } from '#db/research/project.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a project in progress. */
export function buildProject(overrides: Partial<Project> = {}): Project {
  const number = nextNumber('project');
  return buildRow(
    project,
    {
      id: `project-${number}`,
      name: `Cohort ${number}`,
      companyId: 'company-1',
      status: 'ACTIVE',
    },
    overrides,
  );
}
