import { z } from 'zod';
import { LinkToken } from '#db/identity/account-forms.ts';
import { DecisionByLink } from '#db/ordering/approval-by-link.ts';
import { accountRoute } from '#sync-server/auth/account-route.ts';
import type { SignInRequest } from '#sync-server/auth/sign-in-request.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { decideByLink, readApprovalByLink } from './approval-link.ts';

const limits = ({ from }: { from: SignInRequest }) => [
  { key: `approval-link|${from.ip}`, limit: 60, minutes: 60 },
];

/**
 * Approvals through an email link, for people away from the portal. The session of the browser does not
 * matter.
 */
export const approvalLinkRoutes: readonly ApiRoute[] = [
  accountRoute({
    method: 'post',
    path: '/api/auth/approval',
    access: 'open',
    body: z.strictObject({ token: LinkToken }),
    limits,
    handler: ({ services, body, from }) => readApprovalByLink(services, from, body.token),
  }),
  accountRoute({
    method: 'post',
    path: '/api/auth/approval/decide',
    access: 'open',
    body: DecisionByLink,
    limits,
    handler: ({ services, body, from }) => decideByLink(services, from, body),
  }),
];
