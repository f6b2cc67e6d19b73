import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Notice } from '#pwa/ui/notice.tsx';

const lastReason = ({ history }: ShownCompany, type: string): string | null => {
  const reason = history.find((entry) => entry.type === type)?.data['reason'];
  return typeof reason === 'string' ? reason : null;
};

/** Why an organization cannot submit orders, and what to do about it. */
export function CompanyStatusNotice({ company }: { company: ShownCompany }) {
  const session = useSession().session;
  const staff = session !== null && isOneOf(session.user.role, STAFF_ROLES);
  const support = session ? ENTITY_PROFILE[session.entity].supportAddress : '';
  const { status, verificationStatus } = company;
  return (
    <>
      {status === 'ON_HOLD' && (
        <Notice tone="hold" title={staff ? 'On hold' : `Your account is on hold. Contact ${support}.`}>
          {staff && company.holdReason}
        </Notice>
      )}
      {verificationStatus === 'PENDING' && (
        <Notice
          tone="warning"
          title={staff ? 'Waits to be verified' : 'Your organization is awaiting verification.'}
        >
          {lastReason(company, 'COMPANY_VERIFICATION_REQUESTED') ??
            (staff
              ? 'Check name, tax number and addresses.'
              : 'You can prepare orders and submit them afterwards.')}
        </Notice>
      )}
      {verificationStatus === 'REJECTED' && (
        <Notice tone="danger" title="It could not be verified">
          {lastReason(company, 'COMPANY_REJECTED')}
        </Notice>
      )}
    </>
  );
}
