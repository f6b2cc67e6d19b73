import { useWatch } from 'react-hook-form';
import { seesAllCompanies } from '#db/access/roles.ts';
import { ProjectForm, projectProblem } from '#db/research/project-form.ts';
import type { ProjectChoices, ShownProject } from '#db/research/shown-project.ts';
import { Id } from '#db/values/id.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PROJECT_CALLS, type ProjectFamily } from './use-projects.ts';

const ProjectInput = ProjectForm.extend({ companyId: Id }).superRefine((form, context) => {
  const problem = projectProblem(form);
  if (problem) context.addIssue({ code: 'custom', path: ['endDate'], message: problem });
});

const toOptions = (rows: readonly { id: string; name: string }[]): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

const EMPTY = { name: '', description: '', startDate: '', endDate: '', customerContactUserId: '' };

const defaultsOf = (project: ShownProject | null, companyId: string, staff: boolean) => ({
  ...EMPTY,
  companyId,
  ...(project && {
    name: project.name,
    description: project.description ?? '',
    startDate: project.startDate ?? '',
    endDate: project.endDate ?? '',
    customerContactUserId: project.customerContactUserId ?? '',
  }),
  // Customers send no fields that only the lab decides.
  ...(staff && {
    managerUserId: project?.managerUserId ?? '',
    netSuiteProjectId: project?.netSuiteProjectId ?? '',
  }),
});

function PeopleFields({ choices, staff }: { choices: ProjectChoices; staff: boolean }) {
  const companyId: unknown = useWatch({ name: 'companyId' });
  const contacts = choices.contacts.filter((one) => one.companyId === companyId);
  return (
    <>
      <FormField name="customerContactUserId" label="Contact of the organization" empty="">
        {(control) => (
          <Combobox {...control} options={toOptions(contacts)} placeholder="Nobody in particular" />
        )}
      </FormField>
      {staff && (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField name="managerUserId" label="Manager of the lab" empty="">
            {(control) => (
              <Combobox {...control} options={toOptions(choices.managers)} placeholder="Nobody yet" />
            )}
          </FormField>
          <FormField name="netSuiteProjectId" label="NetSuite project" empty="">
            {(control) => <TextInput {...control} maxLength={60} code />}
          </FormField>
        </div>
      )}
    </>
  );
}

function Fields({ choices, staff, fixed }: { choices: ProjectChoices; staff: boolean; fixed: boolean }) {
  return (
    <>
      {!fixed && choices.companies.length > 1 && (
        <FormField
          name="companyId"
          label="Organization"
          required
          empty=""
          message="Choose the organization that the project is of."
        >
          {(control) => <Combobox {...control} options={toOptions(choices.companies)} />}
        </FormField>
      )}
      <FormField name="name" label="Name" required empty="">
        {(control) => <TextInput {...control} maxLength={120} />}
      </FormField>
      <FormField name="description" label="Description" empty="">
        {(control) => <TextArea {...control} maxLength={5000} />}
      </FormField>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField name="startDate" label="Starts" empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField name="endDate" label="Ends" empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
      </div>
      <PeopleFields choices={choices} staff={staff} />
    </>
  );
}

interface ProjectDialogProps {
  open: boolean;
  family: ProjectFamily;
  /** Null creates a new one. */
  project: ShownProject | null;
  onClose(): void;
  onSaved?(projectId: string): void;
}

function ProjectEntry({
  family,
  project,
  choices,
  onClose,
  onSaved,
}: Omit<ProjectDialogProps, 'open'> & { choices: ProjectChoices }) {
  const user = useSession().session?.user;
  const staff = user !== undefined && seesAllCompanies(user.role);
  const calls = PROJECT_CALLS[family];
  const create = useCallMutation(calls.create, { onSuccess: () => toast.success('Project created') });
  const update = useCallMutation(calls.update, { onSuccess: () => toast.success('Project saved') });
  const error = create.error ?? update.error;
  const [only, ...otherCompanies] = choices.companies;
  const companyId = project?.companyId ?? (otherCompanies.length === 0 ? (only?.id ?? '') : '');
  return (
    <Form
      schema={ProjectInput}
      defaults={defaultsOf(project, companyId, staff)}
      onSubmit={async ({ companyId: of, ...form }) => {
        const call = project
          ? update.mutateAsync({
              params: { id: project.id },
              body: { seenVersion: project.version, changes: form },
            })
          : create.mutateAsync({ body: { companyId: of, form } });
        await call.then(
          ({ id }) => {
            onClose();
            onSaved?.(id);
          },
          () => undefined,
        );
      }}
    >
      {error && <Notice tone="danger" title={errorText(error)} />}
      <Fields choices={choices} staff={staff} fixed={project !== null} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton>{project ? 'Save project' : 'Create project'}</SubmitButton>
      </div>
    </Form>
  );
}

/** Creates or edits a project. */
export function ProjectDialog({ open, ...entry }: ProjectDialogProps) {
  return (
    <Dialog open={open} title={entry.project ? 'Edit project' : 'New project'} onClose={entry.onClose}>
      {open && <WithChoices {...entry} />}
    </Dialog>
  );
}

function WithChoices(entry: Omit<ProjectDialogProps, 'open'>) {
  const { data, error, refetch } = useCall(PROJECT_CALLS[entry.family].choices, {});
  if (data) return <ProjectEntry {...entry} choices={data} />;
  return error ? (
    <Notice
      tone="danger"
      title={errorText(error)}
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  ) : (
    <Skeleton lines={5} label="Loading the choices" />
  );
}
