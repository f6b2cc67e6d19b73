import { useQuery } from '@tanstack/react-query';
import { Pencil, ShieldOff, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { ShownUser } from '#db/identity/shown-user.ts';
import { formatPhone } from '#db/values/phone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { EditPersonDialog } from './edit-person-dialog.tsx';
import { historyEntries } from './history-entries.ts';
import { MembershipCard } from './membership-card.tsx';
import { readPerson, readPortrait } from './people-api.ts';
import type { PeopleViewer } from './people-viewer.ts';
import { ResetFactorDialog } from './reset-factor-dialog.tsx';
import { failureText } from './use-people-operation.ts';

const CRUMBS = [{ label: 'Users', href: '/users' }];

interface UserPageProps {
  id: string;
  viewer: PeopleViewer;
}

function Portrait({ person }: { person: ShownUser }) {
  const { data } = useQuery({
    queryKey: ['portrait', person.id],
    queryFn: () => readPortrait(person.id),
    enabled: person.image,
  });
  return <Avatar name={person.name} email={person.email} imageUrl={data?.url || null} size={72} />;
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
              name: 'Address proven',
              value: person.emailVerified ? (
                formatDate(person.emailVerified, 'monthDay')
              ) : (
                <ToneBadge tone="warning" label="Not yet" />
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
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/users', 'one', id],
    queryFn: () => readPerson(id),
    networkMode: 'always',
    retry: false,
  });
  if (data) return <LoadedUser person={data} viewer={viewer} />;
  return (
    <Page title="User" breadcrumbs={CRUMBS}>
      {error ? (
        <EmptyState
          icon={UserRoundX}
          title="This person cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {failureText(error)} They may belong to another organization.
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Reading the person" />
      )}
    </Page>
  );
}
