import { Archive, ArchiveRestore, HeartPulse, Pencil, TestTube } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { archivePatient, readPatient, restorePatient } from '#db/api/patients/patients.ts';
import { AppError } from '#db/errors/app-error.ts';
import { shownRequisition, specimenName } from '#db/ordering/manifest/requisition-number.ts';
import { SEX_AT_BIRTH } from '#db/patients/patient.ts';
import type { ShownPatient } from '#db/patients/shown-patient.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { formatPhone } from '#db/values/phone.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PatientDialog } from './patient-dialog.tsx';

type Tube = ShownPatient['tubes'][number];

/** The columns of a patient's specimens; customers see softer wording. */
const tubesFor = (customer: boolean): readonly Column<Tube>[] => [
  {
    id: 'requisitionNumber',
    sortBy: ({ requisitionNumber }) => shownRequisition(requisitionNumber),
    header: 'Requisition',
    cell: (row) => (
      <span className="code">{shownRequisition(row.requisitionNumber) ?? row.customerSampleId}</span>
    ),
  },
  {
    id: 'orderNumber',
    sortBy: ({ orderNumber }) => orderNumber,
    header: 'Order',
    cell: (row) => <OrderName order={{ ...row, createdAt: row.orderCreatedAt }} />,
  },
  { id: 'serviceName', header: 'Service', cell: ({ serviceName }) => serviceName },
  {
    id: 'collectedAt',
    sortBy: ({ collectedAt }) => collectedAt,
    header: 'Collected',
    cell: ({ collectedAt }) => formatDate(collectedAt, 'shortAtTime'),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge display={specimenDisplay(status, customer)} />,
  },
];

const BREADCRUMBS = [{ label: 'Patients', to: '/patients' }] as const;

interface PatientPageProps {
  id: string;
  /** Path of this user's orders. */
  orders: '/orders' | '/lab/orders';
  onOpenOrder(orderId: string): void;
  onArchived(): void;
}

function Facts({ patient }: { patient: ShownPatient }) {
  return (
    <Section title="Patient">
      <KeyValues
        items={[
          { name: 'Date of birth', value: formatDate(patient.dob) },
          { name: 'MRN', value: <span className="code">{patient.medicalRecordNumber}</span> },
          { name: 'Sex at birth', value: patient.sexAtBirth ? SEX_AT_BIRTH[patient.sexAtBirth] : null },
          { name: 'Location', value: patient.locationName },
          { name: 'Medical group', value: patient.medicalGroupName },
          { name: 'Email', value: patient.email },
          { name: 'Phone', value: patient.phone ? formatPhone(patient.phone) : null },
        ]}
      />
    </Section>
  );
}

function Loaded({
  patient,
  orders,
  onOpenOrder,
  onArchived,
}: Omit<PatientPageProps, 'id'> & { patient: ShownPatient }) {
  const user = useSession().session?.user;
  const [open, setOpen] = useState<'edit' | 'archive' | 'restore' | null>(null);
  const archive = useCallMutation(archivePatient, {
    onSuccess: () => {
      toast.success('Patient archived');
      onArchived();
    },
  });
  const restore = useCallMutation(restorePatient, { onSuccess: () => toast.success('Patient restored') });
  const error = archive.error ?? restore.error;
  const changes = user !== undefined && hasPermission(user.permissions, 'PATIENTS_EDIT');
  const edits = changes && !patient.deleted && may(user.role, 'patients:update');
  const archives = changes && may(user.role, 'patients:delete');
  const close = () => setOpen(null);
  const change = (reason: string) => ({
    params: { id: patient.id },
    body: { seenVersion: patient.version, reason },
  });
  return (
    <Page
      title={`${patient.firstName} ${patient.lastName}`}
      breadcrumbs={BREADCRUMBS}
      badge={patient.deleted && <Badge tone="neutral">Archived</Badge>}
      actions={
        <>
          {edits && (
            <Button icon={Pencil} onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {archives &&
            (patient.deleted ? (
              <Button icon={ArchiveRestore} onClick={() => setOpen('restore')}>
                Restore
              </Button>
            ) : (
              <Button icon={Archive} onClick={() => setOpen('archive')}>
                Archive
              </Button>
            ))}
        </>
      }
    >
      {error && <Notice tone="danger" title={errorText(error)} />}
      <Facts patient={patient} />
      <section aria-labelledby="patient-specimens" className="flex min-w-0 flex-col gap-2">
        <h2 id="patient-specimens" className="font-semibold text-lg">
          Specimens
        </h2>
        <DataList
          label="Specimens"
          pageSize={20}
          rows={patient.tubes}
          columns={tubesFor(orders === '/orders')}
          rowKey={({ id }) => id}
          rowLabel={specimenName}
          onOpen={({ orderId }) => onOpenOrder(orderId)}
          link={({ orderId }) => ({ to: `${orders}/$id`, params: { id: orderId } })}
          status="ready"
          empty={
            <EmptyState icon={TestTube} title="No specimens yet">
              Orders appear here once they name this patient.
            </EmptyState>
          }
        />
      </section>
      <PatientDialog open={open === 'edit'} patient={patient} onClose={close} />
      <ConfirmDialog
        open={open === 'archive'}
        title="Archive this patient?"
        confirmLabel="Archive"
        danger
        reasonRequired
        onClose={close}
        onConfirm={(reason) => archive.mutate(change(reason), { onSettled: close })}
      >
        <p>No order can name this patient any more. What was done stays, and the patient can be restored.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'restore'}
        title="Restore this patient?"
        confirmLabel="Restore"
        reasonRequired
        onClose={close}
        onConfirm={(reason) => restore.mutate(change(reason), { onSettled: close })}
      >
        <p>The patient is in the list again, and orders can name them.</p>
      </ConfirmDialog>
    </Page>
  );
}

/** One patient: details, specimens, and the actions of this user. */
export function PatientPage({ id, ...rest }: PatientPageProps) {
  const { data, error, refetch } = useCall(readPatient, { params: { id } }, { gcTime: 0 });
  if (data) return <Loaded key={id} patient={data} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Patient" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={HeartPulse}
          title={missing ? 'Patient not found' : 'The patient cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The patient may belong to another location.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the patient" />
      )}
    </Page>
  );
}
