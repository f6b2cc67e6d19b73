import { Link } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { mayOpen } from '#db/access/homes.ts';
import { CUSTOMER_ROLES, isOneOf } from '#db/access/roles.ts';
import { countUsers, exportUsers, listUsers } from '#db/api/identity/users.ts';
import { type ShownMembership, USER_VIEWS } from '#db/identity/shown-user.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { ExportMenu } from '#pwa/ui/list/views/export-menu.tsx';
import { countedTabs } from '#pwa/ui/list/views/view-tab-counts.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { InvitationList, InviteDialog } from './invitations.tsx';
import {
  displayName,
  mayInvite,
  type PeopleViewer,
  peopleColumns,
  ROLE_OPTIONS,
  STATUS_OPTIONS,
  seesCompanies,
} from './people-columns.tsx';

interface PeopleListProps {
  people: ServerList<ShownMembership>;
  viewer: PeopleViewer;
  onOpen(id: string): void;
  onInvite(): void;
}

const rolesFor = (viewer: PeopleViewer) =>
  seesCompanies(viewer) ? ROLE_OPTIONS : ROLE_OPTIONS.filter(({ value }) => isOneOf(value, CUSTOMER_ROLES));

/** All visible users: searched, filtered, sorted and paged by the server. */
function PeopleList({ people, viewer, onOpen, onInvite }: PeopleListProps) {
  const counts = useCall(countUsers, {}).data;
  return (
    <DataList
      label="People"
      views={countedTabs(USER_VIEWS, counts)}
      {...people.list}
      columns={peopleColumns(viewer)}
      rowKey={(row) => row.userCompanyId}
      rowLabel={displayName}
      onOpen={(row) => onOpen(row.id)}
      link={({ id }) => ({ to: '/users/$userId', params: { userId: id } })}
      filters={
        <ListFilters
          list={people}
          filters={[
            { name: 'role', label: 'Role', options: rolesFor(viewer), multiple: true },
            { name: 'status', label: 'Status', options: STATUS_OPTIONS, multiple: true },
          ]}
        />
      }
      {...(people.narrowed
        ? {}
        : {
            empty: (
              <EmptyState
                icon={Users}
                title="No users yet"
                action={
                  mayInvite(viewer) && (
                    <Button variant="primary" icon={UserPlus} onClick={onInvite}>
                      Invite user
                    </Button>
                  )
                }
              >
                Users appear here once invited.
              </EmptyState>
            ),
          })}
    />
  );
}

interface UsersPageProps {
  viewer: PeopleViewer;
  tab: string;
  onTab(tab: string): void;
  onOpen(id: string): void;
}

/** Users of the current user's organizations, and open invitations. */
export function UsersPage({ viewer, tab, onTab, onOpen }: UsersPageProps) {
  const [inviting, setInviting] = useState(false);
  const session = useSession().session;
  const invite = () => setInviting(true);
  const people = useServerList({
    call: listUsers,
    filters: ['role', 'status'],
    sort: 'name:asc',
    limit: 25,
  });
  return (
    <Page
      title="Users"
      actions={
        <>
          {session && mayOpen(session, '/lab/training') && (
            <Link to="/lab/training" className="inline-flex min-h-control items-center px-2 underline">
              Training
            </Link>
          )}
          {tab === 'people' && (
            <ExportMenu path={callUrl(exportUsers, {})} listQuery={people.listQuery} total={people.total} />
          )}
          {mayInvite(viewer) && (
            <Button variant="primary" icon={UserPlus} onClick={invite}>
              Invite user
            </Button>
          )}
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={onTab}
        tabs={[
          {
            id: 'people',
            label: 'People',
            content: <PeopleList {...{ people, viewer, onOpen }} onInvite={invite} />,
          },
          {
            id: 'invitations',
            label: 'Invitations',
            content: <InvitationList viewer={viewer} onInvite={invite} />,
          },
        ]}
      />
      {inviting && <InviteDialog viewer={viewer} onClose={() => setInviting(false)} />}
    </Page>
  );
}
