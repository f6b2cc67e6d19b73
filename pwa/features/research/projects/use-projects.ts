import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ProjectChoices, ShownProject } from '#db/research/shown-project.ts';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** The API family of a page: that of customers, or that of the lab. */
export type ProjectFamily = 'projects' | 'lab/projects';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** One project from the server. */
export const useProject = (family: ProjectFamily, id: string) =>
  useQuery({
    queryKey: [`/api/${family}`, 'one', id],
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/${id}`, answer: ShownProject, signal }),
    networkMode: 'always',
  });

/** The possible organizations and responsible colleagues of a project. */
export const useProjectChoices = (family: ProjectFamily) =>
  useQuery({
    queryKey: [`/api/${family}`, 'choices'],
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/choices`, answer: ProjectChoices, signal }),
    networkMode: 'always',
  });

interface OperationCall {
  /** Path below the API prefix, for instance `/<id>/status`; empty creates a new one. */
  path: string;
  method?: ApiCall<z.ZodType>['method'];
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Executes an action on a project; every action returns the updated project. */
export function useProjectOperation(family: ProjectFamily) {
  const queries = useQueryClient();
  const root = `/api/${family}`;
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method = 'PATCH', data }: OperationCall) =>
      callApi({ path: root + path, method, data, answer: ShownProject }),
    onSuccess: async (project, { done }) => {
      queries.setQueryData([root, 'one', project.id], project);
      toast.success(done);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === root && queryKey[1] !== 'one',
      });
    },
  });
}

/** Deletes an empty project. */
export function useProjectDeletion(family: ProjectFamily, { id, version }: ShownProject) {
  const queries = useQueryClient();
  const root = `/api/${family}`;
  return useMutation({
    networkMode: 'always',
    mutationFn: (reason: string) =>
      callApi({
        path: `${root}/${id}`,
        method: 'DELETE',
        data: { seenVersion: version, reason },
        answer: z.object({ id: z.string() }),
      }),
    onSuccess: async () => {
      toast.success('Project deleted');
      // The deleted project's page is still open: a refetch would fail with "not found".
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === root && queryKey[1] !== 'one',
      });
    },
  });
}
