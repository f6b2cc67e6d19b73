import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SiteVariant } from '#db/access/session.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { CompanyEditor } from '#db/organizations/company-fields.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { type ApiCall, callApi } from '#pwa/api/client.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

interface OperationCall {
  /** Path below the organization, for instance `/campaigns`. */
  path: string;
  method?: ApiCall<z.ZodType>['method'];
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Executes an action on a campaign, whose calls are not declared yet. */
export function useCompanyOperation(id: string) {
  const invalidate = useInvalidation();
  return useMutation({
    mutationFn: ({ path, method = 'PATCH', data }: OperationCall) =>
      callApi({ path: `/api/companies/${id}${path}`, method, data, answer: ShownCompany }),
    onSuccess: async (_company, { done }) => {
      await invalidate(['companies']);
      toast.success(done);
    },
  });
}

const SIGNED_OUT_EDITOR: CompanyEditor = { role: 'COMPANY_USER', companyId: '', permissions: [] };

/** The current user, in the form that the rules of organizations take. */
export function useEditor(): CompanyEditor {
  const user = useSession().session?.user;
  return user
    ? { role: user.role, companyId: user.companyId, permissions: user.permissions }
    : SIGNED_OUT_EDITOR;
}

/** Names for organizations: locations in the clinical variant, organizations otherwise. */
export interface CompanyLabels {
  one: string;
  many: string;
  base: '/locations' | '/organizations';
}

/** The wording of a site. */
export const companyLabels = (variant: SiteVariant): CompanyLabels =>
  variant === 'clinical'
    ? { one: 'Location', many: 'Locations', base: '/locations' }
    : { one: 'Organization', many: 'Organizations', base: '/organizations' };
