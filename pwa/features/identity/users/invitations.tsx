import { MailPlus, Send, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { roleLabel } from '#db/access/role-labels.ts';
import { Role } from '#db/access/roles.ts';
import { sendInvitation } from '#db/api/identity/accounts.ts';
import { listInvitableCompanies, listUsers, withdrawInvitation } from '#db/api/identity/users.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { InvitableCompanies, ShownMembership } from '#db/identity/shown-user.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { invitationColumns, mayInvite, type PeopleViewer } from './people-columns.tsx';
import { useUserChange } from './use-user-change.ts';

const NOT_SENT = 'Error sending invite email';

interface InvitationListProps {
  viewer: PeopleViewer;
  onInvite(): void;
}

/** Open invitations: sent again, or withdrawn. */
export function InvitationList({ viewer, onInvite }: InvitationListProps) {
  const invitations = useServerList({
    call: listUsers,
    query: { status: 'INVITED' },
    sort: 'invitedAt:desc',
    limit: 25,
    prefix: 'invited-',
  });
  const resending = useUserChange(sendInvitation, NOT_SENT);
  const withdrawal = useUserChange(withdrawInvitation, MESSAGES.unknownError);
  const busy = resending.isPending || withdrawal.isPending;
  const [withdrawing, setWithdrawing] = useState<ShownMembership | null>(null);
  const able = mayInvite(viewer);
  const resend = ({ email, role, companyId }: ShownMembership) =>
    void resending.change({ body: { email, role, companyId } }, MESSAGES.inviteSent);
  const withdraw = ({ userCompanyId, email }: ShownMembership) => {
    setWithdrawing(null);
    void withdrawal.change({ body: { userCompanyId } }, `The invitation of ${email} is withdrawn.`);
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

type Companies = InvitableCompanies['companies'];

const Invitation = z.object({
  email: EmailAddress,
  companyId: z.string().min(1, 'Organization is required'),
  role: Role,
});

function RoleField({ companies, viewer }: { companies: Companies; viewer: PeopleViewer }) {
  const { watch } = useFormContext();
  const roles = companies.find(({ id }) => id === watch('companyId'))?.roles ?? [];
  return (
    <FormField<Role | ''> name="role" label="Role" required empty="" message="Choose a role.">
      {(control) => (
        <Select<Role>
          {...control}
          options={roles.map((value) => ({ value, label: roleLabel(value, viewer.role) }))}
        />
      )}
    </FormField>
  );
}

function CompanyField({ companies }: { companies: Companies }) {
  const { setValue } = useFormContext();
  return (
    <FormField<string> name="companyId" label="Organization" required empty="">
      {(control) => (
        <Combobox
          {...control}
          options={companies.map(({ id, name, isHome }) => ({
            value: id,
            label: name,
            ...(isHome ? { note: 'The lab itself: its staff' } : {}),
          }))}
          onChange={(id) => {
            control.onChange(id);
            // The other organization has other roles.
            setValue('role', '');
          }}
        />
      )}
    </FormField>
  );
}

function InviteForm({ companies, viewer, onClose }: { companies: Companies } & InviteDialogProps) {
  const { mutateAsync, error } = useCallMutation(sendInvitation, {
    message: NOT_SENT,
    onSuccess: () => {
      toast.success(MESSAGES.inviteSent);
      onClose();
    },
  });
  const send = async (body: z.infer<typeof Invitation>): Promise<void> => {
    await mutateAsync({ body }).catch(() => undefined);
  };
  const [first] = companies;
  const only = companies.length === 1;
  return (
    <Form schema={Invitation} defaults={{ email: '', companyId: first?.id ?? '' }} onSubmit={send}>
      <p className="text-ink-soft">
        They get an email with a link that works for 7 days.
        {only && first ? ` They join ${first.name}.` : ''}
      </p>
      {error && <Notice tone="danger" title={errorText(error)} />}
      <FormField<string> name="email" label="Email" required empty="">
        {(control) => (
          <TextInput {...control} type="email" inputMode="email" placeholder="name@example.org" />
        )}
      </FormField>
      {!only && <CompanyField companies={companies} />}
      <RoleField companies={companies} viewer={viewer} />
      <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton icon={Send}>Send invitation</SubmitButton>
      </div>
    </Form>
  );
}

interface InviteDialogProps {
  viewer: PeopleViewer;
  onClose(): void;
}

/**
 * Invites a user by email into one of the current user's organizations, with a role that they may grant
 * there.
 */
export function InviteDialog(props: InviteDialogProps) {
  const { data, error, refetch } = useCall(listInvitableCompanies, {});
  return (
    <Dialog open title="Invite user" onClose={props.onClose}>
      {data ? (
        <InviteForm {...props} companies={data.companies} />
      ) : error ? (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton lines={4} label="Loading the organizations" />
      )}
    </Dialog>
  );
}
