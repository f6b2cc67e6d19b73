import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PatientPage, type PatientSearch, ShownPatient } from '#db/patients/shown-patient.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

const PATH = '/api/patients';
const SIZE = 25;
const START: PatientSearch = {
  search: '',
  sort: 'lastName',
  descending: false,
  sexAtBirth: null,
  originalCompanyId: null,
  archived: false,
  page: 1,
  limit: SIZE,
};

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/**
 * The list of patients. The search stays in the page's memory and goes into the request body, so that names
 * and record numbers appear in no address, no history and no log.
 */
export function usePatientSearch() {
  const [searchRequest, setSearchRequest] = useState(START);
  const patientsQuery = useQuery({
    queryKey: [PATH, 'list', searchRequest],
    queryFn: () =>
      callApi({ path: `${PATH}/search`, method: 'POST', data: searchRequest, answer: PatientPage }),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    gcTime: 0,
  });
  const change = (more: Partial<PatientSearch>) =>
    setSearchRequest((before) => ({ ...before, page: 1, ...more }));
  const { search, sexAtBirth, archived } = searchRequest;
  const narrowed = search !== '' || sexAtBirth !== null || archived;
  return { searchRequest, patientsQuery, change, narrowed, clear: () => setSearchRequest(START) };
}

/** One patient with their specimens. */
export const usePatient = (id: string) =>
  useQuery({
    queryKey: [PATH, 'one', id],
    queryFn: () => callApi({ path: `${PATH}/${id}`, answer: ShownPatient }),
    networkMode: 'always',
    gcTime: 0,
  });

interface OperationCall {
  path: string;
  method: 'POST' | 'PATCH';
  data: object;
  done: string;
}

/** Adds, edits or archives a patient. */
export function usePatientOperation() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method, data }: OperationCall) =>
      callApi({ path: PATH + path, method, data, answer: z.object({ id: z.string() }) }),
    onSuccess: async (_saved, { done }) => {
      toast.success(done);
      await queries.invalidateQueries({ queryKey: [PATH] });
    },
  });
}
