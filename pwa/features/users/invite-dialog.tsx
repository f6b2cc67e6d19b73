import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { roleLabel } from '#db/access/role-labels.ts';
import { Role } from '#db/access/roles.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { InvitableCompanies } from '#db/identity/shown-user.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { readInvitable, sendInvitation } from './people-api.ts';
import type { PeopleViewer } from './people-viewer.ts';
import { failureText, usePeopleRefresh } from './use-people-operation.ts';

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
  const refresh = usePeopleRefresh();
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (invitation: z.infer<typeof Invitation>) => {
    setFailure(null);
    try {
      await sendInvitation(invitation);
      toast.success(MESSAGES.inviteSent);
      await refresh();
      onClose();
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  const [first] = companies;
  const only = companies.length === 1;
  return (
    <Form schema={Invitation} defaults={{ email: '', companyId: first?.id ?? '' }} onSubmit={send}>
      <p className="text-ink-soft">
        They get an email with a link that works for 7 days.
        {only && first ? ` They join ${first.name}.` : ''}
      </p>
      {failure && <Notice tone="danger" title={failure} />}
      <FormField<string> name="email" label="Email" required empty="">
        {(control) => (
          <TextInput {...control} type="email" inputMode="email" placeholder="name@example.org" />
        )}
      </FormField>
      {!only && <CompanyField companies={companies} />}
      <RoleField companies={companies} viewer={viewer} />
      <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1">
        <Button onClick={onClose}>Back</Button>
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
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/users/invitable'],
    queryFn: () => readInvitable(),
    networkMode: 'always',
  });
  return (
    <Dialog open title="Invite user" onClose={props.onClose}>
      {data ? (
        <InviteForm {...props} companies={data.companies} />
      ) : error ? (
        <Notice
          tone="danger"
          title={failureText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton lines={4} label="Reading the organizations" />
      )}
    </Dialog>
  );
}
