import { IdCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { countCompanies, exportCompanies, listCompanies } from '#db/api/organizations/companies.ts';
import { COMPANY_STATUS, COMPANY_STATUSES } from '#db/organizations/company.ts';
import { COMPANY_TYPE, COMPANY_TYPES } from '#db/organizations/company-type.ts';
import {
  COMPANY_VERIFICATION_STATUS,
  COMPANY_VERIFICATION_STATUSES,
} from '#db/organizations/company-verification-status.ts';
import { companyViews, PENDING_COMPANIES } from '#db/organizations/company-views.ts';
import type { ListedCompany } from '#db/organizations/shown-company.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { RowsSkeleton } from '#pwa/ui/list/list-controls.tsx';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { countedTabs } from '#pwa/ui/list/views/view-tab-counts.ts';
import { formatCount } from '#pwa/ui/list/views/view-tabs.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { NewCompanyDialog } from './new-company-dialog.tsx';
import { type CompanyLabels, useEditor } from './use-company.ts';

/** The columns of the list. */
const COMPANY_COLUMNS: readonly Column<ListedCompany>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: ({ name, parentName }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        {parentName && (
          <span className="block font-normal text-ink-soft text-sm">{`Part of ${parentName}`}</span>
        )}
      </span>
    ),
  },
  { id: 'type', header: 'Type', sortable: true, cell: ({ type }) => COMPANY_TYPE[type] },
  { id: 'place', header: 'Place', cell: ({ place }) => place },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={COMPANY_STATUS[status]} />,
  },
  {
    id: 'verificationStatus',
    header: 'Verification',
    cell: ({ verificationStatus, waitingSince }) =>
      verificationStatus !== 'NOT_APPLICABLE' && (
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusBadge display={COMPANY_VERIFICATION_STATUS[verificationStatus]} />
          {waitingSince && (
            <span className="text-ink-soft text-sm">{`since ${formatDate(waitingSince, 'shortAtTime')}`}</span>
          )}
        </span>
      ),
  },
  { id: 'members', header: 'Members', align: 'right', cell: ({ members }) => members },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    tableOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

const FILTERS = [
  {
    name: 'type',
    label: 'Type',
    options: COMPANY_TYPES.map((value) => ({ value, label: COMPANY_TYPE[value] })),
  },
  {
    name: 'status',
    label: 'Status',
    options: COMPANY_STATUSES.map((value) => ({ value, label: COMPANY_STATUS[value].label })),
  },
  {
    name: 'verificationStatus',
    label: 'Verification',
    options: COMPANY_VERIFICATION_STATUSES.map((value) => ({
      value,
      label: COMPANY_VERIFICATION_STATUS[value].label,
    })),
  },
] as const;

/** Names of the filters, shared by address and server. */
const FILTER_NAMES: readonly string[] = [...FILTERS.map(({ name }) => name), 'salesRepUserId'];

/** The selects beside the search; sales can filter by their own organizations. */
function CompanyFilters({
  list,
  salesRepUserId,
}: {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  /** The current user; set when organizations can be assigned to them. */
  salesRepUserId: string | null;
}) {
  const ownCompaniesFilter = {
    name: 'salesRepUserId',
    label: 'Whose',
    options: [{ value: salesRepUserId ?? '', label: 'Mine' }],
  };
  return (
    <ListFilters list={list} filters={salesRepUserId === null ? FILTERS : [...FILTERS, ownCompaniesFilter]} />
  );
}

interface WaitingNoticeProps {
  count: number;
  labels: CompanyLabels;
  onReview(): void;
}

/** Shows reviewers how many organizations wait for their decision. */
function WaitingNotice({ count, labels, onReview }: WaitingNoticeProps) {
  if (count === 0) return null;
  const countText = `${formatCount(count)} ${(count === 1 ? labels.one : labels.many).toLowerCase()}`;
  return (
    <Notice
      tone="warning"
      title={`${countText} to be verified`}
      action={<Button onClick={onReview}>Review</Button>}
    >
      Until you decide, orders can be prepared and not submitted.
    </Notice>
  );
}

interface OrganizationsPageProps {
  labels: CompanyLabels;
  onOpen(companyId: string): void;
  onLicenses(): void;
}

/** The customers of the lab, or the locations of a clinic. */
export function OrganizationsPage({ labels, onOpen, onLicenses }: OrganizationsPageProps) {
  const editor = useEditor();
  const userId = useSession().session?.user.id ?? null;
  const salesRepUserId = hasCapability(editor.role, 'sellToCompanies') ? userId : null;
  const [adding, setAdding] = useState(false);
  const list = useServerList({
    call: listCompanies,
    filters: FILTER_NAMES,
    sort: 'name:asc',
  });
  const mayAdd =
    may(editor.role, 'companies:create') && hasPermissionForAll(editor.permissions, 'COMPANY_EDIT');
  const counts = useCall(countCompanies, {});
  const waiting = list.filter('verificationStatus').includes('PENDING');
  const isReviewer = hasCapability(editor.role, 'reviewCompanies');
  // The buttons and the notice are shown together with the list, which would otherwise move.
  const isLoading = counts.isLoading || list.list.status === 'loading';
  return (
    <Page
      title={labels.many}
      actions={
        !isLoading && (
          <>
            {may(editor.role, 'clinician-licenses:read') && (
              <Button icon={IdCard} onClick={onLicenses}>
                Licenses
              </Button>
            )}
            <ExportMenu path={exportCompanies.path} listQuery={list.listQuery} total={list.total} />
            {mayAdd && (
              <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
                {`New ${labels.one.toLowerCase()}`}
              </Button>
            )}
          </>
        )
      }
    >
      {isLoading ? (
        <div className="panel">
          <RowsSkeleton label={`Loading ${labels.many.toLowerCase()}`} />
        </div>
      ) : (
        <>
          {isReviewer && !waiting && (
            <WaitingNotice
              count={counts.data?.[PENDING_COMPANIES.id] ?? 0}
              labels={labels}
              onReview={() => list.setFilter('verificationStatus', 'PENDING')}
            />
          )}
          <DataList
            {...list.list}
            label={labels.many}
            views={countedTabs(companyViews(salesRepUserId), counts.data)}
            columns={COMPANY_COLUMNS}
            rowKey={({ id }) => id}
            rowLabel={({ name }) => name}
            onOpen={({ id }) => onOpen(id)}
            link={({ id }) => ({ to: `${labels.base}/$id`, params: { id } })}
            filters={<CompanyFilters list={list} salesRepUserId={salesRepUserId} />}
            noMatchHint={waiting ? 'No organizations to verify.' : undefined}
          />
        </>
      )}
      <NewCompanyDialog open={adding} labels={labels} onClose={() => setAdding(false)} onCreated={onOpen} />
    </Page>
  );
}
