import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleList } from './people-list.tsx';
import { mayInvite, type PeopleViewer } from './people-viewer.ts';

interface UsersPageProps {
  viewer: PeopleViewer;
  tab: string;
  onTab(tab: string): void;
  onOpen(id: string): void;
}

/** Users of the current user's organizations, and open invitations. */
export function UsersPage({ viewer, tab, onTab, onOpen }: UsersPageProps) {
  const [inviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  return (
    <Page
      title="Users"
      actions={
        mayInvite(viewer) && (
          <Button variant="primary" icon={UserPlus} onClick={invite}>
            Invite user
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        onChange={onTab}
        tabs={[
          {
            id: 'people',
            label: 'People',
            content: <PeopleList viewer={viewer} onOpen={onOpen} onInvite={invite} />,
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
