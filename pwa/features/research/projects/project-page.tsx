import { FolderKanban, FolderX, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { PROJECT_STATUS } from '#db/research/project.ts';
import type { ShownProject } from '#db/research/shown-project.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { OrganizationLink } from '#pwa/navigation/record-link.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge, TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { RecordHistory } from '#pwa/ui/history/record-history.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ProjectDialog } from './project-dialog.tsx';
import { ProjectOrders } from './project-orders.tsx';
import { PROJECT_CALLS, type ProjectFamily, useProjectDeletion } from './use-projects.ts';

/** Progress of a project's specimens: one bar in the status colors, with figures below it. */
function SpecimenPicture({ project, customer }: { project: ShownProject; customer: boolean }) {
  const total = project.specimenCount;
  const parts = project.specimens
    .map(({ status, count }) => ({ status, count, look: specimenDisplay(status, customer) }))
    .sort((one, other) => one.look.rank - other.look.rank);
  return (
    <Section title={total === 1 ? '1 specimen' : `${total} specimens`}>
      {total === 0 ? (
        <p className="text-ink-soft">Specimens appear here once an order of this project is submitted.</p>
      ) : (
        <>
          <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunken">
            {parts.map(({ status, count, look: display }) => (
              <span
                key={status}
                data-tone={TONE_OF_STATUS[display.tone]}
                className="h-full min-w-1 bg-tone"
                style={{ width: `${(count / total) * 100}%` }}
              />
            ))}
          </div>
          <ul aria-label="Specimens by status" className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {parts.map(({ status, count, look: display }) => (
              <li key={status} className="flex min-h-8 items-center gap-2">
                <span
                  aria-hidden
                  data-tone={TONE_OF_STATUS[display.tone]}
                  className="size-3 shrink-0 rounded-full bg-tone"
                />
                <span className="min-w-0 flex-1">{display.label}</span>
                <span className="font-semibold tabular-nums">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

interface ProjectPageProps {
  id: string;
  family: ProjectFamily;
  /** The parent list. */
  list: { label: string; to: '/projects' | '/lab/projects' };
  /** Path of this user's orders. */
  orders: '/orders' | '/lab/orders';
  onOpenOrder(orderId: string): void;
  onAllOrders(): void;
  onDeleted(): void;
  notes?: ReactNode;
}

function Facts({ project, staff }: { project: ShownProject; staff: boolean }) {
  return (
    <Section title="Project">
      {project.description && (
        <p className="wrap-anywhere mb-4 max-w-prose whitespace-pre-line">{project.description}</p>
      )}
      <KeyValues
        items={[
          {
            name: 'Organization',
            value: (
              <OrganizationLink id={project.companyId} entity={project.entity} name={project.companyName} />
            ),
          },
          { name: 'Contact', value: project.contactName },
          { name: 'Manager of the lab', value: project.managerName },
          { name: 'Starts', value: formatDate(project.startDate, 'monthDay') },
          { name: 'Ends', value: formatDate(project.endDate, 'monthDay') },
          ...(staff ? [{ name: 'NetSuite project', value: project.netSuiteProjectId }] : []),
        ]}
      />
    </Section>
  );
}

const useStatusChange = (family: ProjectFamily) => useCallMutation(PROJECT_CALLS[family].changeStatus);

/** List the actions of this user on the project. */
function ProjectActions({
  project,
  family,
  operation,
}: Pick<ProjectPageProps, 'family'> & {
  project: ShownProject;
  operation: ReturnType<typeof useStatusChange>;
}) {
  const role = useSession().session?.user.role;
  const [open, setOpen] = useState<'edit' | 'close' | null>(null);
  const { id, version, nextStatuses } = project;
  const close = () => setOpen(null);
  if (role === undefined || !may(role, `${family}:update`)) return null;
  const move = (status: 'ACTIVE' | 'CLOSED', reason: string | null, done: string) =>
    operation.mutate(
      { params: { id }, body: { seenVersion: version, status, reason } },
      { onSuccess: () => toast.success(done) },
    );
  return (
    <>
      {project.editable && (
        <Button icon={Pencil} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {nextStatuses.includes('CLOSED') && (
        <Button icon={FolderX} busy={operation.isPending} onClick={() => setOpen('close')}>
          End project
        </Button>
      )}
      {nextStatuses.includes('ACTIVE') && (
        <Button
          icon={RotateCcw}
          busy={operation.isPending}
          onClick={() => move('ACTIVE', null, 'Project opened again')}
        >
          Open again
        </Button>
      )}
      <ProjectDialog open={open === 'edit'} family={family} project={project} onClose={close} />
      <ConfirmDialog
        open={open === 'close'}
        title={`End ${project.name}?`}
        confirmLabel="End project"
        danger
        reasonRequired
        onClose={close}
        onConfirm={(reason) => {
          move('CLOSED', reason, 'Project ended');
          close();
        }}
      >
        <p>No new orders can be added. Its orders continue and its history stays.</p>
      </ConfirmDialog>
    </>
  );
}

function Deletion({
  project,
  deletion,
  onDeleted,
}: Pick<ProjectPageProps, 'onDeleted'> & {
  project: ShownProject;
  deletion: ReturnType<typeof useProjectDeletion>;
}) {
  const [open, setOpen] = useState(false);
  if (!project.deletable) return null;
  return (
    <>
      <Button icon={Trash2} busy={deletion.isPending} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        title={`Delete ${project.name}?`}
        confirmLabel="Delete project"
        danger
        reasonRequired
        onClose={() => setOpen(false)}
        onConfirm={(reason) => {
          setOpen(false);
          deletion.mutate(reason, { onSuccess: onDeleted });
        }}
      >
        <p>The project has no orders. It leaves all lists; its history is kept.</p>
      </ConfirmDialog>
    </>
  );
}

function Loaded({
  project,
  family,
  list,
  notes,
  onDeleted,
  ...toOrders
}: ProjectPageProps & { project: ShownProject }) {
  const role = useSession().session?.user.role;
  const staff = role !== undefined && seesAllCompanies(role);
  const operation = useStatusChange(family);
  const deletion = useProjectDeletion(family, project);
  const problem = operation.error ?? deletion.error;
  return (
    <Page
      title={project.name}
      breadcrumbs={[list]}
      badge={<StatusBadge display={PROJECT_STATUS[project.status]} />}
      actions={
        <>
          <ProjectActions {...{ project, family, operation }} />
          <Deletion {...{ project, deletion, onDeleted }} />
        </>
      }
    >
      {problem && <Notice tone="danger" title={errorText(problem)} />}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Facts project={project} staff={staff} />
          <SpecimenPicture project={project} customer={!staff} />
          <ProjectOrders project={project} {...toOrders} />
          {notes}
        </div>
        <Section title="History">
          {project.history.length === 0 ? (
            <p className="text-ink-soft">Nothing has been changed yet.</p>
          ) : (
            <RecordHistory label={`History of ${project.name}`} entries={project.history} />
          )}
        </Section>
      </div>
    </Page>
  );
}

/** One project: details, specimen progress, orders, and the actions of this user. */
export function ProjectPage(props: ProjectPageProps) {
  const { id, family, list } = props;
  const { data, error, refetch } = useCall(PROJECT_CALLS[family].read, { params: { id } });
  if (data) return <Loaded key={id} project={data} {...props} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Project" breadcrumbs={[list]}>
      {error ? (
        <EmptyState
          icon={FolderKanban}
          title={missing ? 'Project not found' : 'The project cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The project may belong to another organization.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the project" />
      )}
    </Page>
  );
}
