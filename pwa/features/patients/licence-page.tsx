import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { CLINICIAN_DESIGNATION } from '#db/patients/clinician-designation.ts';
import { LICENSE_STATUS } from '#db/patients/license-status.ts';
import { reviewsLicenses } from '#db/patients/open-license.ts';
import type { ShownLicense } from '#db/patients/shown-license.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { RecordHistory } from '#pwa/ui/record-history.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LicenceDialog } from './licence-dialog.tsx';
import { LicenceDocument } from './licence-document.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { errorText, useLicence, useLicenceAct } from './use-licences.ts';

const CRUMBS = [{ label: 'Licenses', href: '/settings/licenses' }];

/** What this person may do with the license now. */
function useRights({ status, userId }: ShownLicense) {
  const user = useSession().session?.user;
  if (!user) return { edits: false, renews: false, reviews: false };
  const { role, permissions } = user;
  const given = seesAllCompanies(role) ? hasPermissionForAll : hasPermission;
  const mayEdit = may(role, 'clinician-licenses:update') && given(permissions, 'CLINICIAN_LICENSE_EDIT');
  return {
    edits: mayEdit && status !== 'EXPIRED',
    renews: mayEdit && (status === 'EXPIRED' || status === 'VERIFIED'),
    reviews: status === 'PENDING_VERIFICATION' && reviewsLicenses(role, permissions) && userId !== user.id,
  };
}

function Facts({ licence }: { licence: ShownLicense }) {
  return (
    <Section title="License">
      <KeyValues
        items={[
          { name: 'Clinician', value: licence.clinician },
          { name: 'Email', wide: true, value: <span className="wrap-anywhere">{licence.email}</span> },
          { name: 'Works at', value: licence.companies.join(', ') },
          { name: 'Designation', value: CLINICIAN_DESIGNATION[licence.designation] },
          { name: 'License number', value: licence.licenseNumber },
          { name: 'State', value: licence.state },
          { name: 'NPI', value: licence.npi },
          { name: 'Issued', value: formatDate(licence.issuedOn, 'monthDay') },
          { name: 'Expires', value: formatDate(licence.expiresOn, 'monthDay') },
          { name: 'Verified', value: formatDate(licence.verifiedAt, 'monthDayAtTime') },
          { name: 'Verified by', value: licence.verifiedBy ?? (licence.verifiedAt ? 'The registry' : null) },
        ]}
      />
    </Section>
  );
}

function Standing({ licence: { status, verificationMessage, registryAskedAt } }: { licence: ShownLicense }) {
  if (status === 'ERROR')
    return (
      <Notice tone="danger" title="It could not be verified">
        {verificationMessage}
      </Notice>
    );
  if (status === 'EXPIRED')
    return (
      <Notice tone="danger" title="It has expired">
        Renew it to place orders again.
      </Notice>
    );
  if (status === 'VERIFIED') return null;
  return (
    <Notice tone="warning" title="Waits to be verified">
      {registryAskedAt
        ? `The registry: ${verificationMessage}`
        : 'Your license must be verified before you can place orders.'}
    </Notice>
  );
}

function Loaded({ licence }: { licence: ShownLicense }) {
  const [open, setOpen] = useState<'edit' | 'renew' | 'verify' | 'error' | null>(null);
  const act = useLicenceAct();
  const { edits, renews, reviews } = useRights(licence);
  const close = () => setOpen(null);
  const decide = (word: 'verify' | 'error', done: string) => (reason: string) => {
    act.mutate({ path: `/${licence.id}/${word}`, data: { reason: reason || null }, done });
    close();
  };
  return (
    <Page
      title={licence.licenseNumber ?? CLINICIAN_DESIGNATION[licence.designation]}
      breadcrumbs={CRUMBS}
      badge={<LookBadge look={LICENSE_STATUS[licence.status]} />}
      actions={
        <>
          {edits && <Button onClick={() => setOpen('edit')}>Edit</Button>}
          {renews && (
            <Button
              variant={licence.status === 'EXPIRED' ? 'primary' : 'secondary'}
              onClick={() => setOpen('renew')}
            >
              Renew
            </Button>
          )}
          {reviews && <Button onClick={() => setOpen('error')}>Send back</Button>}
          {reviews && (
            <Button variant="primary" onClick={() => setOpen('verify')}>
              Verify
            </Button>
          )}
        </>
      }
    >
      {act.error && <Notice tone="danger" title={errorText(act.error)} />}
      <Standing licence={licence} />
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Facts licence={licence} />
          <LicenceDocument licence={licence} edits={edits} />
        </div>
        <Section title="History">
          <RecordHistory label="History of this license" entries={licence.history} />
        </Section>
      </div>
      <LicenceDialog
        key={licence.version}
        open={open === 'edit'}
        licence={licence}
        forOthers={false}
        onClose={close}
      />
      <RenewDialog open={open === 'renew'} licence={licence} onClose={close} />
      <ConfirmDialog
        open={open === 'verify'}
        title="Verify this license?"
        confirmLabel="Verify license"
        onConfirm={decide('verify', 'Verified')}
        onClose={close}
      >
        <p>{`${licence.clinician} can place orders, and is told so by email.`}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'error'}
        title="Send this license back?"
        confirmLabel="Send license back"
        danger
        reasonRequired
        onConfirm={decide('error', 'Sent back')}
        onClose={close}
      >
        <p>{`${licence.clinician} is told the reason by email and corrects it.`}</p>
      </ConfirmDialog>
    </Page>
  );
}

/** One license: what was entered, what its check has found, and what can be done about it. */
export function LicencePage({ id }: { id: string }) {
  const { data, error, refetch } = useLicence(id);
  if (data) return <Loaded licence={data} />;
  return (
    <Page title="License" breadcrumbs={CRUMBS}>
      {error ? (
        <EmptyState
          icon={IdCard}
          title="It cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={6} label="Loading the license" />
      )}
    </Page>
  );
}
