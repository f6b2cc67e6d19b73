import { z } from 'zod';
import { ChangeSummary } from '#db/protocols/versions/version-rules.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const SubmitForm = z.object({ changeSummary: ChangeSummary });
const SubmitField = fieldOf<typeof SubmitForm>();

/** The dialogs of a version that ask for a text. */
export type VersionDialog = 'submit' | 'reject' | 'archive';

/** Asks for the change summary of a submission, or for the reason of a rejection or of archiving. */
export function VersionDialogs({
  open,
  versionNumber,
  changeSummary,
  archiveText,
  onSubmit,
  onReject,
  onArchive,
  onClose,
}: {
  open: VersionDialog | null;
  versionNumber: number;
  changeSummary: string | null;
  /** What follows when the version is archived; absent where versions are not archived. */
  archiveText?: string;
  onSubmit(changeSummary: string): Promise<unknown>;
  onReject(reason: string): void;
  onArchive?(reason: string): void;
  onClose(): void;
}) {
  const version = `version ${versionNumber}`;
  return (
    <>
      <FormDialog
        open={open === 'submit'}
        title={`Submit ${version}`}
        submitLabel="Submit for approval"
        schema={SubmitForm}
        defaults={{ changeSummary: changeSummary ?? '' }}
        onSubmit={async (form) => {
          await onSubmit(form.changeSummary);
          onClose();
        }}
        onClose={onClose}
      >
        <SubmitField name="changeSummary" />
      </FormDialog>
      <ConfirmDialog
        open={open === 'reject'}
        title={`Reject ${version}?`}
        confirmLabel="Reject version"
        danger
        reasonRequired
        onClose={onClose}
        onConfirm={(reason) => {
          onClose();
          onReject(reason);
        }}
      >
        <p>The authors read your reason, change the version and submit it again.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'archive'}
        title={`Archive ${version}?`}
        confirmLabel="Archive version"
        danger
        reasonRequired
        onClose={onClose}
        onConfirm={(reason) => {
          onClose();
          onArchive?.(reason);
        }}
      >
        <p>{archiveText}</p>
      </ConfirmDialog>
    </>
  );
}
