import type { CompanyEditor } from '#db/organizations/company-fields.ts';
import { useSession } from '#pwa/replica/session.ts';

const SIGNED_OUT_EDITOR: CompanyEditor = { role: 'COMPANY_USER', companyId: '', permissions: [] };

/** The current user, in the form that the rules of organizations take. */
export function useEditor(): CompanyEditor {
  const user = useSession().session?.user;
  return user
    ? { role: user.role, companyId: user.companyId, permissions: user.permissions }
    : SIGNED_OUT_EDITOR;
}
