import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '#db/api/projects.ts';
import type { ShownProject } from '#db/research/shown-project.ts';
import { call, callKey } from '#pwa/api/call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** The API family of a page: that of customers, or that of the lab. */
export type ProjectFamily = 'projects' | 'lab/projects';

/** The calls of each family. */
export const PROJECT_CALLS = {
  projects: {
    list: calls.listProjects,
    choices: calls.readProjectChoices,
    read: calls.readProject,
    create: calls.createProject,
    update: calls.updateProject,
    changeStatus: calls.changeProjectStatus,
    remove: calls.deleteProject,
  },
  'lab/projects': {
    list: calls.listLabProjects,
    choices: calls.readLabProjectChoices,
    read: calls.readLabProject,
    create: calls.createLabProject,
    update: calls.updateLabProject,
    changeStatus: calls.changeLabProjectStatus,
    remove: calls.deleteLabProject,
  },
} as const satisfies Record<ProjectFamily, object>;

/** Deletes an empty project. */
export function useProjectDeletion(family: ProjectFamily, { id, version }: ShownProject) {
  const queries = useQueryClient();
  const { list, remove } = PROJECT_CALLS[family];
  return useMutation({
    mutationFn: (reason: string) => call(remove, { params: { id }, body: { seenVersion: version, reason } }),
    onSuccess: async () => {
      toast.success('Project deleted');
      // The deleted project's page is still open: to read the whole family again would fail with "not found".
      await queries.invalidateQueries({ queryKey: callKey(list) });
    },
  });
}
