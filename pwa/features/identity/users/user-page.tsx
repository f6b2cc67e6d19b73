import { useQuery } from '@tanstack/react-query';
import { Pencil, ShieldOff, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { resetSecondFactor } from '#db/api/identity/second-factor.ts';
import { readUser, updateUser } from '#db/api/identity/users.ts';
import { PersonChange } from '#db/identity/account-forms.ts';
import type { ShownUser } from '#db/identity/shown-user.ts';
import { formatPhone } from '#db/values/phone.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { portraitOf } from '#pwa/api/portrait.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Timeline } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { historyEntries } from './history-entries.ts';
import { MembershipCard } from './membership-card.tsx';
import type { PeopleViewer } from './people-columns.tsx';
import { useUserChange } from './use-user-change.ts';

const PersonForm = z.strictObject({
  firstName: PersonChange.shape.firstName.unwrap(),
  lastName: PersonChange.shape.lastName.unwrap(),
  phone: PersonChange.shape.phone.unwrap(),
});

interface EditPersonDialogProps {
  person: ShownUser;
  onClose(): void;
}

/** Edits names and phone of a user. */
function EditPersonDialog({ person, onClose }: EditPersonDialogProps) {
  const { mutateAsync, error } = useCallMutation(updateUser, {
    onSuccess: () => {
      toast.success('The changes are saved.');
      onClose();
    },
  });
  const save = async (body: z.infer<typeof PersonForm>): Promise<void> => {
    await mutateAsync({ params: { id: person.id }, body }).catch(() => undefined);
  };
  const { firstName, lastName, phone } = person;
  return (
    <Dialog open title={`Edit ${person.name}`} onClose={onClose}>
      <Form schema={PersonForm} defaults={{ firstName, lastName, phone: phone ?? '' }} onSubmit={save}>
        {error && <Notice tone="danger" title={errorText(error)} />}
        <div className="grid gap-4 md:grid-cols-2">
          <FormField<string> name="firstName" label="First name" required empty="">
            {(control) => <TextInput {...control} maxLength={100} />}
          </FormField>
          <FormField<string> name="lastName" label="Last name" required empty="">
            {(control) => <TextInput {...control} maxLength={100} />}
          </FormField>
        </div>
        <FormField<string> name="phone" label="Phone" empty="" hint="10 digits">
          {(control) => <PhoneInput {...control} />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2 max-md:[&>*]:flex-1">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface ResetFactorDialogProps {
  person: ShownUser;
  onClose(): void;
}

/** Removes the second factor of a user who lost phone and recovery codes, with a reason for the history. */
function ResetFactorDialog({ person: { id, name }, onClose }: ResetFactorDialogProps) {
  const { change } = useUserChange(resetSecondFactor);
  const confirm = (reason: string) => {
    onClose();
    void change({ params: { id }, body: { reason } }, `The second factor of ${name} is reset.`);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={`Reset the second factor of ${name}?`}
      confirmLabel="Reset second factor"
      reasonRequired
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Verify the user’s identity first. The user is signed out everywhere and gets an email.</p>
    </ConfirmDialog>
  );
}

const CRUMBS = [{ label: 'Users', to: '/users' }] as const;

interface UserPageProps {
  id: string;
  viewer: PeopleViewer;
}

function Portrait({ person }: { person: ShownUser }) {
  const { data } = useQuery({
    queryKey: ['portrait', person.id],
    queryFn: () => portraitOf(person.id),
    enabled: person.image,
  });
  return <Avatar name={person.name} email={person.email} imageUrl={data || null} size={72} />;
}

function Facts({ person }: { person: ShownUser }) {
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Portrait person={person} />
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-3">
        <a
          href={`mailto:${person.email}`}
          className="inline-flex min-h-6 items-center self-start break-all font-medium text-accent-ink underline underline-offset-2"
        >
          {person.email}
        </a>
        <KeyValues
          items={[
            { name: 'Phone', value: formatPhone(person.phone ?? '') },
            {
              name: 'Email verified',
              value: person.emailVerified ? (
                formatDate(person.emailVerified, 'monthDay')
              ) : (
                <ToneBadge tone="warning" label="No" />
              ),
            },
            { name: 'Account since', value: formatDate(person.createdAt, 'monthDay') },
          ]}
        />
      </div>
    </div>
  );
}

function LoadedUser({ person, viewer }: { person: ShownUser; viewer: PeopleViewer }) {
  const [editing, setEditing] = useState(false);
  const [resetting, setResetting] = useState(false);
  const entries = historyEntries(person.history, viewer.role);
  return (
    <Page
      title={person.name}
      breadcrumbs={CRUMBS}
      badge={person.isSelf && <ToneBadge tone="neutral" label="You" />}
      actions={
        <>
          {person.mayResetSecondFactor && (
            <Button icon={ShieldOff} onClick={() => setResetting(true)}>
              Reset second factor…
            </Button>
          )}
          {person.mayEdit && (
            <Button icon={Pencil} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Person">
            <Facts person={person} />
          </Section>
          {person.memberships.map((membership) => (
            <MembershipCard key={membership.userCompanyId} membership={membership} viewer={viewer} />
          ))}
        </div>
        <Section title="History">
          {entries.length > 0 ? (
            <Timeline label={`History of ${person.name}`} entries={entries} />
          ) : (
            <p className="text-ink-soft">Nothing is recorded yet.</p>
          )}
        </Section>
      </div>
      {resetting && <ResetFactorDialog person={person} onClose={() => setResetting(false)} />}
      {editing && <EditPersonDialog person={person} onClose={() => setEditing(false)} />}
    </Page>
  );
}

/** One user: details, memberships, devices and history. */
export function UserPage({ id, viewer }: UserPageProps) {
  const { data, error, refetch } = useCall(readUser, { params: { id } });
  if (data) return <LoadedUser person={data} viewer={viewer} />;
  return (
    <Page title="User" breadcrumbs={CRUMBS}>
      {error ? (
        <EmptyState
          icon={UserRoundX}
          title="This user cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)} The user may belong to another organization.
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the user" />
      )}
    </Page>
  );
}
