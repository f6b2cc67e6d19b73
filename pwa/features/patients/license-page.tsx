import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import {
  markLicenseError,
  readLicense,
  renewLicense,
  verifyLicense,
} from '#db/api/patients/clinician-licenses.ts';
import { CLINICIAN_DESIGNATION, LICENSE_STATUS } from '#db/patients/clinician-license.ts';
import { reviewsLicenses } from '#db/patients/open-license.ts';
import type { ListedLicense, ShownLicense } from '#db/patients/shown-license.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { RecordHistory } from '#pwa/ui/history/record-history.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { LicenseDialog } from './license-dialog.tsx';
import { LicenseDocument } from './license-document.tsx';

const RenewField = fieldOf<typeof renewLicense.body>();

/** Asks for the dates of the renewed license. */
function RenewDialog(props: { open: boolean; license: ListedLicense; onClose(): void }) {
  const { open, license, onClose } = props;
  const renew = useCallMutation(renewLicense, {
    onSuccess: () => toast.success('Renewed; awaiting verification'),
  });
  return (
    <Dialog open={open} title="Renew license" onClose={onClose}>
      <Form
        schema={renewLicense.body}
        defaults={{ expiresOn: '', issuedOn: '' }}
        onSubmit={async (body) => {
          await renew.mutateAsync({ params: { id: license.id }, body }).then(onClose, () => undefined);
        }}
      >
        {renew.error && <Notice tone="danger" title={errorText(renew.error)} />}
        <p>{`The license on file expires ${formatDate(license.expiresOn, 'monthDay')}. The renewed one is checked again.`}</p>
        <RenewField name="issuedOn" />
        <RenewField name="expiresOn" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Renew license</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

const CRUMBS = [{ label: 'Licenses', to: '/settings/licenses' }] as const;

/** List the actions of this user on the license. */
function useRights({ status, userId }: ShownLicense) {
  const user = useSession().session?.user;
  if (!user) return { edits: false, renews: false, reviews: false };
  const { role, permissions } = user;
  const isGranted = seesAllCompanies(role) ? hasPermissionForAll : hasPermission;
  const mayEdit = may(role, 'clinician-licenses:update') && isGranted(permissions, 'CLINICIAN_LICENSE_EDIT');
  return {
    edits: mayEdit && status !== 'EXPIRED',
    renews: mayEdit && (status === 'EXPIRED' || status === 'VERIFIED'),
    reviews: status === 'PENDING_VERIFICATION' && reviewsLicenses(role, permissions) && userId !== user.id,
  };
}

function Facts({ license }: { license: ShownLicense }) {
  return (
    <Section title="License">
      <KeyValues
        items={[
          { name: 'Clinician', value: license.clinician },
          { name: 'Email', wide: true, value: <span className="wrap-anywhere">{license.email}</span> },
          { name: 'Works at', value: license.companies.join(', ') },
          { name: 'Designation', value: CLINICIAN_DESIGNATION[license.designation] },
          { name: 'License number', value: license.licenseNumber },
          { name: 'State', value: license.state },
          { name: 'NPI', value: license.npi },
          { name: 'Issued', value: formatDate(license.issuedOn, 'monthDay') },
          { name: 'Expires', value: formatDate(license.expiresOn, 'monthDay') },
          { name: 'Verified', value: <Time value={license.verifiedAt} /> },
          { name: 'Verified by', value: license.verifiedBy ?? (license.verifiedAt ? 'The registry' : null) },
        ]}
      />
    </Section>
  );
}

function StatusNotice({
  license: { status, verificationMessage, registryAskedAt: registryCheckedAt },
}: {
  license: ShownLicense;
}) {
  if (status === 'ERROR')
    return (
      <Notice tone="danger" title="Verification failed">
        {verificationMessage}
      </Notice>
    );
  if (status === 'EXPIRED')
    return (
      <Notice tone="danger" title="License expired">
        Renew it to place orders again.
      </Notice>
    );
  if (status === 'VERIFIED') return null;
  return (
    <Notice tone="warning" title="Awaiting verification">
      {registryCheckedAt
        ? `The registry: ${verificationMessage}`
        : 'Your license must be verified before you can place orders.'}
    </Notice>
  );
}

function Loaded({ license }: { license: ShownLicense }) {
  const [open, setOpen] = useState<'edit' | 'renew' | 'verify' | 'error' | null>(null);
  const verify = useCallMutation(verifyLicense, { onSuccess: () => toast.success('Verified') });
  const sendBack = useCallMutation(markLicenseError, { onSuccess: () => toast.success('Sent back') });
  const error = verify.error ?? sendBack.error;
  const { edits, renews, reviews } = useRights(license);
  const close = () => setOpen(null);
  const params = { id: license.id };
  return (
    <Page
      title={license.licenseNumber ?? CLINICIAN_DESIGNATION[license.designation]}
      breadcrumbs={CRUMBS}
      badge={<StatusBadge display={LICENSE_STATUS[license.status]} />}
      actions={
        <>
          {edits && <Button onClick={() => setOpen('edit')}>Edit</Button>}
          {renews && (
            <Button
              variant={license.status === 'EXPIRED' ? 'primary' : 'secondary'}
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
      {error && <Notice tone="danger" title={errorText(error)} />}
      <StatusNotice license={license} />
      <div className="grid gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Facts license={license} />
          <LicenseDocument license={license} edits={edits} />
        </div>
        <Section title="History">
          <RecordHistory label="History of this license" entries={license.history} />
        </Section>
      </div>
      <LicenseDialog
        key={license.version}
        open={open === 'edit'}
        license={license}
        forOthers={false}
        onClose={close}
      />
      <RenewDialog open={open === 'renew'} license={license} onClose={close} />
      <ConfirmDialog
        open={open === 'verify'}
        title="Verify this license?"
        confirmLabel="Verify license"
        onConfirm={(reason) => {
          verify.mutate({ params, body: { reason: reason || null } });
          close();
        }}
        onClose={close}
      >
        <p>{`${license.clinician} can place orders and gets an email.`}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'error'}
        title="Send this license back?"
        confirmLabel="Send license back"
        danger
        reasonRequired
        onConfirm={(reason) => {
          sendBack.mutate({ params, body: { reason } });
          close();
        }}
        onClose={close}
      >
        <p>{`${license.clinician} gets the reason by email and can correct the license.`}</p>
      </ConfirmDialog>
    </Page>
  );
}

/** One license: its details, the result of its review, and the actions on it. */
export function LicensePage({ id }: { id: string }) {
  const { data, error, refetch } = useCall(readLicense, { params: { id } });
  if (data) return <Loaded license={data} />;
  return (
    <Page title="License" breadcrumbs={CRUMBS}>
      {error ? (
        <EmptyState
          icon={IdCard}
          title="This page cannot be shown"
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
