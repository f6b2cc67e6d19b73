import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { changePermissionGroups } from '#db/api/identity/permissions.ts';
import type { ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { SchemaContext } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { problemOf } from '#pwa/ui/use-attempt.ts';
import {
  changesOf,
  type DraftGroup,
  draftSentences,
  type PeopleOfRoles,
  PermissionForm,
  peopleText,
  usePermissionDraft,
} from './permission-draft.ts';
import { GroupDetail, GroupList } from './permission-groups.tsx';
import { RoleMatrix } from './role-matrix.tsx';

interface ConfirmChangesProps {
  open: boolean;
  busy: boolean;
  changed: readonly DraftGroup[];
  people: PeopleOfRoles;
  onConfirm(): void;
  onClose(): void;
}

/** Lists the changes before they are saved. */
function ConfirmChanges({ open, busy, changed, people, onConfirm, onClose }: ConfirmChangesProps) {
  const roles = [
    ...new Set(changed.flatMap((draft) => [...draft.roles, ...(draft.storedGroup?.roles ?? [])])),
  ];
  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      title="Save these changes?"
      confirmLabel="Save permissions"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>This concerns {peopleText(people, roles)}. It holds at once, also for those who are signed in.</p>
      {changed.map((draft) => (
        <section key={draft.id}>
          <h3 className="font-semibold">{draft.storedGroup?.name ?? draft.name}</h3>
          <ul className="list-disc pl-5">
            {draftSentences(draft).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </ConfirmDialog>
  );
}

interface PermissionEditorProps {
  permissionGroups: ShownPermissionGroups;
  tab: string;
  onTab(tab: string): void;
  /** The selected group. */
  open: string;
  onOpen(id: string): void;
  onReload(): void;
  onSaved(now: ShownPermissionGroups): void;
}

type Draft = ReturnType<typeof usePermissionDraft>;

/** Saves: problems are shown first, changes are confirmed, a refusal keeps the edits. */
function useSaving({ form, changed }: Draft, onSaved: PermissionEditorProps['onSaved']) {
  const [step, setStep] = useState<'edit' | 'confirm' | 'saving'>('edit');
  const { mutate, error, reset } = useCallMutation(changePermissionGroups, {
    onSuccess: (now) => {
      toast.success('Permissions saved. They hold from the next step of everybody who is signed in.');
      onSaved(now);
    },
  });
  const review = (): void => {
    reset();
    void form.handleSubmit(() => setStep('confirm'))();
  };
  const save = (): void => {
    setStep('saving');
    mutate({ body: { groups: changesOf(changed) } }, { onError: () => setStep('edit') });
  };
  return { step, setStep, review, save, refusal: error && problemOf(error) };
}

/** Shows the number of unsaved changes; on a phone above its buttons, else beside them. */
function UnsavedBar({ count, onDiscard, onSave }: { count: number; onDiscard(): void; onSave(): void }) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2 max-md:[&>button]:flex-1">
      <p role="status" className="font-medium max-md:basis-full md:mr-auto">
        {count === 1 ? '1 group has unsaved changes' : `${count} groups have unsaved changes`}
      </p>
      <Button onClick={onDiscard}>Discard</Button>
      <Button variant="primary" onClick={onSave}>
        Save changes
      </Button>
    </div>
  );
}

/** The groups with members and permissions, and the view by role; changes apply after saving. */
export function PermissionEditor(props: PermissionEditorProps) {
  const { permissionGroups, tab, onTab, open, onOpen, onReload, onSaved } = props;
  const draft = usePermissionDraft(permissionGroups.groups);
  const saving = useSaving(draft, onSaved);
  const current = draft.drafts.find(({ id }) => id === open) ?? draft.drafts[0];
  const { refusal, step } = saving;
  const stale = refusal?.code === 'STALE_VERSION' || refusal?.code === 'NOT_FOUND';
  const addGroup = (): void => {
    onTab('groups');
    onOpen(draft.add());
  };
  const groups = (
    <div className="grid gap-4 lg:grid-cols-[20rem_1fr] lg:items-start">
      <GroupList
        drafts={draft.drafts}
        people={permissionGroups.people}
        problems={draft.problems}
        open={current?.id ?? ''}
        onOpen={onOpen}
      />
      {current && (
        <FormProvider {...draft.form}>
          <SchemaContext value={PermissionForm}>
            <GroupDetail
              key={current.id}
              draft={current}
              index={draft.drafts.indexOf(current)}
              people={permissionGroups.people}
              onChange={(changes) => draft.change(current.id, changes)}
              onRemove={() => draft.remove(current)}
            />
          </SchemaContext>
        </FormProvider>
      )}
    </div>
  );
  const bar = <UnsavedBar count={draft.changed.length} onDiscard={draft.discard} onSave={saving.review} />;
  return (
    <Page
      title="Permissions"
      actions={
        <Button icon={Plus} onClick={addGroup}>
          New group
        </Button>
      }
      bottomActions={draft.changed.length > 0 ? bar : undefined}
    >
      <p className="max-w-prose text-ink-soft">
        A role decides which pages and actions somebody has. A permission group adds whose users,
        organizations, patients and records its roles can view and edit.
      </p>
      {refusal && (
        <Notice
          tone="danger"
          title={refusal.message}
          action={stale ? <Button onClick={onReload}>Load again</Button> : undefined}
        >
          {stale && <p>Loading again discards what you have changed here.</p>}
        </Notice>
      )}
      <Tabs
        value={tab}
        onChange={onTab}
        tabs={[
          {
            id: 'groups',
            label: 'Groups',
            count: draft.drafts.filter(({ deleted }) => !deleted).length,
            content: groups,
          },
          {
            id: 'roles',
            label: 'By role',
            content: <RoleMatrix drafts={draft.drafts} people={permissionGroups.people} />,
          },
        ]}
      />
      <ConfirmChanges
        open={step !== 'edit'}
        busy={step === 'saving'}
        changed={draft.changed}
        people={permissionGroups.people}
        onConfirm={saving.save}
        onClose={() => saving.setStep('edit')}
      />
    </Page>
  );
}
