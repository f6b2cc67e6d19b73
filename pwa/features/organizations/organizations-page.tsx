import { IdCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { ListedCompany } from '#db/organizations/shown-company.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { COMPANY_COLUMNS } from './company-columns.tsx';
import { CompanyFilters, FILTER_NAMES } from './company-filters.tsx';
import type { CompanyLabels } from './company-labels.ts';
import { NewCompanyDialog } from './new-company-dialog.tsx';
import { useEditor } from './use-editor.ts';
import { WaitingNotice } from './waiting-notice.tsx';

/** Organizations can be theirs. */

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
    path: '/api/companies',
    row: ListedCompany,
    filters: FILTER_NAMES,
    sort: 'name:asc',
  });
  const mayAdd =
    may(editor.role, 'companies:create') && hasPermissionForAll(editor.permissions, 'COMPANY_EDIT');
  const waiting = list.filter('verificationStatus').includes('PENDING');
  return (
    <Page
      title={labels.many}
      actions={
        <>
          {may(editor.role, 'clinician-licenses:read') && (
            <Button icon={IdCard} onClick={onLicenses}>
              Licenses
            </Button>
          )}
          <ExportMenu path="/api/companies/export" listQuery={list.listQuery} total={list.total} />
          {mayAdd && (
            <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
              {`New ${labels.one.toLowerCase()}`}
            </Button>
          )}
        </>
      }
    >
      {hasCapability(editor.role, 'reviewCompanies') && !waiting && (
        <WaitingNotice labels={labels} onReview={() => list.setFilter('verificationStatus', 'PENDING')} />
      )}
      <DataList
        {...list.list}
        label={labels.many}
        columns={COMPANY_COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={({ id }) => onOpen(id)}
        href={({ id }) => `${labels.base}/${id}`}
        filters={<CompanyFilters list={list} salesRepUserId={salesRepUserId} />}
        noMatchHint={waiting ? 'Nothing waits to be verified: all of them are decided.' : undefined}
      />
      <NewCompanyDialog open={adding} labels={labels} onClose={() => setAdding(false)} onCreated={onOpen} />
    </Page>
  );
}
