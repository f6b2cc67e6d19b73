import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { PersonChange } from '#db/identity/account-forms.ts';
import { InvitableCompanies, ShownUser } from '#db/identity/shown-user.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

const done = z.unknown();

/** Load one user as the current user may see them. */
export const readPerson = (id: string) => callApi({ path: `/api/users/${id}`, answer: ShownUser });

/** Load the organizations into which the current user may invite. */
export const readInvitable = () => callApi({ path: '/api/users/invitable', answer: InvitableCompanies });

/** Send an invitation, or send it again. */
export const sendInvitation = (data: { email: string; role: Role; companyId: string }) =>
  callApi({
    path: '/api/auth/send-email',
    method: 'POST',
    data,
    answer: done,
    message: 'Error sending invite email',
  });

/** Withdraw an invitation. */
export const withdrawInvitation = (userCompanyId: string) =>
  callApi({
    path: '/api/users/withdraw-invitation',
    method: 'PATCH',
    data: { userCompanyId },
    answer: done,
    message: MESSAGES.unknownError,
  });

/** Change names and phone. */
export const changePerson = (id: string, data: PersonChange) =>
  callApi({ path: `/api/users/${id}`, method: 'PATCH', data, answer: done });

/** Change the role of a membership. */
export const changeRole = (data: { userCompanyId: string; role: Role }) =>
  callApi({ path: '/api/users/change-role', method: 'PATCH', data, answer: done });

/** Deactivate or activate a membership. */
export const changeStatus = (data: { userCompanyId: string; deactivated: boolean; reason: string }) =>
  callApi({ path: '/api/users/toggle-status', method: 'PATCH', data, answer: done });

/**
 * Allow a member of the lab to enroll this many devices on one day; `until` is the last day, null without an
 * end.
 */
export const allowDevices = (data: { userCompanyId: string; devicesPerDay: number; until: string | null }) =>
  callApi({ path: '/api/users/allow-devices', method: 'PATCH', data, answer: done });

/** Remove all second factors of a user, who then signs in with the password alone or sets one up. */
export const resetSecondFactor = (id: string, reason: string) =>
  callApi({ path: `/api/users/${id}/reset-second-factor`, method: 'POST', data: { reason }, answer: done });

/** Get the URL of a user's stored picture; empty when it no longer exists. */
export const readPortrait = (userId: string) =>
  callApi({
    path: `/api/s3/presigned/${userId}`,
    method: 'POST',
    data: { fileType: 'IMAGE' },
    answer: z.object({ url: z.string() }),
  });

/** Format an error for users. */
export const failureText = (failure: unknown): string =>
  failure instanceof AppError ? failure.message : MESSAGES.unknownError;

/** Reload all displayed data about users. */
export function usePeopleRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/users') });
}

/** Runs an operation on users, reports its outcome, and reloads the displayed data. */
export function usePeopleOperation() {
  const refresh = usePeopleRefresh();
  const [busy, setBusy] = useState(false);
  const runOperation = async (work: () => Promise<unknown>, message: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      toast.success(message);
      return true;
    } catch (failure) {
      toast.error(failureText(failure));
      return false;
    } finally {
      setBusy(false);
      // Also after a refusal: the displayed data may have been outdated.
      await refresh();
    }
  };
  return { runOperation, busy };
}
