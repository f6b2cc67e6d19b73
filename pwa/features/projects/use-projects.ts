import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ProjectChoices, ShownProject } from '#db/research/shown-project.ts';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

/** By which family of the server's a page reads and writes: that of customers, or that of the lab. */
export type ProjectFamily = 'projects' | 'lab/projects';

/** What an error says to people. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** One project as the server has it. */
export const useProject = (family: ProjectFamily, id: string) =>
  useQuery({
    queryKey: [`/api/${family}`, 'one', id],
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/${id}`, answer: ShownProject, signal }),
    networkMode: 'always',
  });

/** For whom a project can be, and who can answer for it. */
export const useProjectChoices = (family: ProjectFamily) =>
  useQuery({
    queryKey: [`/api/${family}`, 'choices'],
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/choices`, answer: ProjectChoices, signal }),
    networkMode: 'always',
  });

interface OperationCall {
  /** Below the family's address, for instance `/<id>/status`; empty begins a new one. */
  path: string;
  method?: ApiCall<z.ZodType>['method'];
  data: unknown;
  /** Said when it is done. */
  done: string;
}

/** Does something with a project; every act answers the project as it is then. */
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

/** Deletes a project that holds nothing. */
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
      // The page of the deleted one is still open: asked again, it would not be found.
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === root && queryKey[1] !== 'one',
      });
    },
  });
}
