import { updateLicense } from '#db/api/patients/clinician-licenses.ts';
import { listFiles } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShownLicense } from '#db/patients/shown-license.ts';
import { MAX_DOCUMENT_SIZE } from '#db/records/files/document-rules.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { deleteFile, downloadFile } from '#pwa/api/files.ts';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { useCall, useCallMutation, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FileUpload } from '#pwa/ui/files/file-upload.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { toLicenseForm } from './license-dialog.tsx';

/** The scan of a license: its author uploads it, its reviewer reads it. */
export function LicenseDocument({ license, edits }: { license: ShownLicense; edits: boolean }) {
  const { id, version } = license;
  const invalidate = useInvalidation();
  const update = useCallMutation(updateLicense, { onSuccess: () => toast.success('License saved') });
  const files = useCall(
    listFiles,
    { query: { targetType: 'ClinicianLicense', targetId: id } },
    { message: MESSAGES.resourceNotAccessible },
  );
  const reload = () => invalidate([listFiles]);
  const name = async (fileId: string | null): Promise<void> => {
    const body = { ...toLicenseForm(license), fileId, seenVersion: version };
    await update.mutateAsync({ params: { id }, body });
  };
  const send = async (file: File, watch: Parameters<typeof uploadFile>[1]): Promise<void> => {
    const about = { fileType: 'LICENSE_DOCUMENT', subType: 'CREDENTIALS' } as const;
    const storedFile = await uploadFile(
      { file, ...about, targetType: 'ClinicianLicense', targetId: id },
      watch,
    );
    await name(storedFile.id).finally(reload);
  };
  const remove = async (file: ShownFile): Promise<void> => {
    if (file.id === license.fileId) await name(null);
    await deleteFile(file);
    await reload();
  };
  const rows = files.data?.rows ?? [];
  return (
    <Section title="License document">
      {files.isError && (
        <Notice
          tone="danger"
          title={errorText(files.error)}
          action={<Button onClick={() => void files.refetch()}>Try again</Button>}
        />
      )}
      {edits || rows.length > 0 ? (
        <FileUpload
          label="Scan of the license"
          hint="A PDF or a picture of it, so that it is verified sooner."
          extensions={DOCUMENT_EXTENSIONS}
          largest={MAX_DOCUMENT_SIZE}
          files={rows}
          multiple
          disabled={!edits}
          send={send}
          onOpen={downloadFile}
          {...(edits ? { onRemove: remove } : {})}
        />
      ) : (
        !files.isPending && <p className="text-ink-soft">No document was sent.</p>
      )}
    </Section>
  );
}
