import { z } from 'zod';
import type { Role } from '#db/access/roles.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { PersonChange } from '#db/identity/people-forms.ts';
import { InvitableCompanies, ShownUser } from '#db/identity/shown-user.ts';
import { callApi } from '#pwa/api/client.ts';

const done = z.unknown();

/** One person as this viewer sees them. */
export const readPerson = (id: string) => callApi({ path: `/api/users/${id}`, answer: ShownUser });

/** The companies into which this viewer may invite. */
export const readInvitable = () => callApi({ path: '/api/users/invitable', answer: InvitableCompanies });

/** Sends an invitation, or sends it again. */
export const sendInvitation = (data: { email: string; role: Role; companyId: string }) =>
  callApi({
    path: '/api/auth/send-email',
    method: 'POST',
    data,
    answer: done,
    message: 'Error sending invite email',
  });

/** Takes an invitation back. */
export const withdrawInvitation = (userCompanyId: string) =>
  callApi({
    path: '/api/users/withdraw-invitation',
    method: 'PATCH',
    data: { userCompanyId },
    answer: done,
    message: MESSAGES.unknownError,
  });

/** Changes names and phone. */
export const changePerson = (id: string, data: PersonChange) =>
  callApi({ path: `/api/users/${id}`, method: 'PATCH', data, answer: done });

/** Gives a membership another role. */
export const changeRole = (data: { userCompanyId: string; role: Role }) =>
  callApi({ path: '/api/users/change-role', method: 'PATCH', data, answer: done });

/** Deactivates a membership or activates it again. */
export const changeStatus = (data: { userCompanyId: string; deactivated: boolean; reason: string }) =>
  callApi({ path: '/api/users/toggle-status', method: 'PATCH', data, answer: done });

/** Lets a member of the lab enroll so many devices on one day; `until` is the last day, null without an end. */
export const allowDevices = (data: { userCompanyId: string; devicesPerDay: number; until: string | null }) =>
  callApi({ path: '/api/users/allow-devices', method: 'PATCH', data, answer: done });

/** Takes all second factors of a person away, who then signs in with the password alone or sets one up. */
export const resetSecondFactor = (id: string, reason: string) =>
  callApi({ path: `/api/users/${id}/reset-second-factor`, method: 'POST', data: { reason }, answer: done });

/** The address of a person's stored picture; empty when it is not there any more. */
export const readPortrait = (userId: string) =>
  callApi({
    path: `/api/s3/presigned/${userId}`,
    method: 'POST',
    data: { fileType: 'IMAGE' },
    answer: z.object({ url: z.string() }),
  });
