import { Building2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { may } from '#db/access/grants.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { readCompany } from '#db/api/organizations/companies.ts';
import { AppError } from '#db/errors/app-error.ts';
import { COMPANY_STATUS } from '#db/organizations/company.ts';
import { editsAddresses, keepsCampaigns } from '#db/organizations/company-fields.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { ShownCompany } from '#db/organizations/shown-company.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { RecordHistory } from '#pwa/ui/history/record-history.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type Breadcrumb, Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { companyActions, ReasonedActions, useCompanyActions } from './company-actions.tsx';
import { CompanyAddresses } from './company-addresses.tsx';
import { CompanyCampaigns } from './company-campaigns.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { type CompanyLabels, useEditor } from './use-company.ts';

const lastReason = ({ history }: ShownCompany, type: string): string | null => {
  const reason = history.find((entry) => entry.type === type)?.data['reason'];
  return typeof reason === 'string' ? reason : null;
};

/** Why an organization cannot submit orders, and what to do about it. */
function CompanyStatusNotice({ company }: { company: ShownCompany }) {
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
          title={staff ? 'Awaiting verification' : 'Your organization is awaiting verification.'}
        >
          {lastReason(company, 'COMPANY_VERIFICATION_REQUESTED') ??
            (staff
              ? 'Check name, tax number and addresses.'
              : 'You can draft orders now and submit them after verification.')}
        </Notice>
      )}
      {verificationStatus === 'REJECTED' && (
        <Notice tone="danger" title="Verification failed">
          {lastReason(company, 'COMPANY_REJECTED')}
        </Notice>
      )}
    </>
  );
}

type Crumbs = readonly Breadcrumb[];

interface OrganizationPageProps {
  id: string;
  labels: CompanyLabels;
  breadcrumbs: Crumbs;
  /** Path to the users of the organization. */
  onMembers(companyId: string): void;
  /** Notes on the organization; staff choose who can read one. */
  notes?(staff: boolean): ReactNode;
}

function Loaded({
  company,
  labels,
  breadcrumbs,
  onMembers,
  notes,
}: Omit<OrganizationPageProps, 'id'> & { company: ShownCompany }) {
  const editor = useEditor();
  const operation = useCompanyActions(company.id);
  const staff = isOneOf(editor.role, STAFF_ROLES);
  return (
    <Page
      title={company.name}
      breadcrumbs={breadcrumbs}
      badge={
        <span className="flex flex-wrap gap-2">
          {company.isHome && <Badge>The lab</Badge>}
          <StatusBadge display={COMPANY_STATUS[company.status]} />
          {company.verificationStatus !== 'NOT_APPLICABLE' && (
            <StatusBadge display={COMPANY_VERIFICATION_STATUS[company.verificationStatus]} />
          )}
        </span>
      }
      actions={
        <>
          {may(editor.role, 'users:read') && (
            <Button icon={Users} onClick={() => onMembers(company.id)}>
              {company.members === 1 ? '1 member' : `${company.members} members`}
            </Button>
          )}
          <ReasonedActions actions={companyActions(editor, company)} operation={operation} />
        </>
      }
    >
      {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
      <CompanyStatusNotice company={company} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <CompanyFacts {...{ company, editor, labels, staff }} />
          <CompanyAddresses company={company} edits={editsAddresses(editor, company)} />
          <CompanyCampaigns company={company} keeps={keepsCampaigns(editor, company)} />
          {notes?.(staff)}
        </div>
        <Section title="History">
          {company.history.length === 0 ? (
            <p className="text-ink-soft">Nothing has been changed yet.</p>
          ) : (
            <RecordHistory label={`History of ${company.name}`} entries={company.history} />
          )}
        </Section>
      </div>
    </Page>
  );
}

/** One organization: details, addresses, status and history, with the actions of this user. */
export function OrganizationPage({ id, labels, ...rest }: OrganizationPageProps) {
  const { data, error, refetch } = useCall(readCompany, { params: { id } });
  if (data) return <Loaded key={id} company={data} labels={labels} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title={labels.one} breadcrumbs={rest.breadcrumbs}>
      {error ? (
        <EmptyState
          icon={Building2}
          title={missing ? `${labels.one} not found` : 'This page cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing
            ? `The ${labels.one.toLowerCase()} may have been removed, or you don’t have access.`
            : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label={`Loading the ${labels.one.toLowerCase()}`} />
      )}
    </Page>
  );
}
