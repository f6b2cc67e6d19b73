import { MailPlus, Send, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownMembership } from '#db/identity/shown-user.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { sendInvitation, withdrawInvitation } from './people-api.ts';
import { invitationColumns } from './people-columns.tsx';
import { mayInvite, type PeopleViewer } from './people-viewer.ts';
import { usePeopleOperation } from './use-people-operation.ts';

interface InvitationListProps {
  viewer: PeopleViewer;
  onInvite(): void;
}

/** Open invitations: sent again, or withdrawn. */
export function InvitationList({ viewer, onInvite }: InvitationListProps) {
  const invitations = useServerList({
    path: '/api/users',
    row: ShownMembership,
    query: { status: 'INVITED' },
    sort: 'invitedAt:desc',
    limit: 25,
    prefix: 'invited-',
  });
  const { runOperation, busy } = usePeopleOperation();
  const [withdrawing, setWithdrawing] = useState<ShownMembership | null>(null);
  const able = mayInvite(viewer);
  const resend = (row: ShownMembership) =>
    void runOperation(
      () => sendInvitation({ email: row.email, role: row.role, companyId: row.companyId }),
      MESSAGES.inviteSent,
    );
  const withdraw = (row: ShownMembership) => {
    setWithdrawing(null);
    void runOperation(
      () => withdrawInvitation(row.userCompanyId),
      `The invitation of ${row.email} is withdrawn.`,
    );
  };
  const actions = (row: ShownMembership) => (
    <span className="flex flex-wrap gap-2 py-1">
      <Button icon={Send} disabled={busy} onClick={() => resend(row)}>
        Send again
      </Button>
      <Button icon={Undo2} disabled={busy} onClick={() => setWithdrawing(row)}>
        Withdraw…
      </Button>
    </span>
  );
  return (
    <>
      <DataList
        label="Invitations"
        {...invitations.list}
        columns={invitationColumns(viewer, able ? actions : null)}
        rowKey={(row) => row.userCompanyId}
        rowLabel={({ email }) => email}
        {...(invitations.narrowed
          ? {}
          : {
              empty: (
                <EmptyState
                  icon={MailPlus}
                  title="No invitation is waiting"
                  action={
                    able && (
                      <Button variant="primary" icon={UserPlus} onClick={onInvite}>
                        Invite user
                      </Button>
                    )
                  }
                >
                  Everybody who was invited has accepted.
                </EmptyState>
              ),
            })}
      />
      {withdrawing && (
        <ConfirmDialog
          open
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          confirmLabel="Withdraw invitation"
          danger
          onConfirm={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(null)}
        >
          The link in the email stops working at once. You can invite the address again later.
        </ConfirmDialog>
      )}
    </>
  );
}
