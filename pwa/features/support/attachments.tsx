import { MAX_DOCUMENT_SIZE } from '#db/records/document-rules.ts';
import { MAX_ATTACHMENTS } from '#db/support/support-request-form.ts';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { deleteFile } from '#pwa/api/files.ts';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { FileUpload } from '#pwa/ui/file-upload.tsx';

/** An uploaded file that will be attached to a message. */
export interface Attachment {
  id: string;
  key: string;
  title: string;
  size: number;
}

interface AttachmentsProps {
  files: readonly Attachment[];
  onChange(change: (before: readonly Attachment[]) => readonly Attachment[]): void;
  /** Reports the change of the number of running uploads. */
  onSending(more: 1 | -1): void;
}

/** The attachments of a message to the lab. */
export function Attachments({ files, onChange, onSending }: AttachmentsProps) {
  return (
    <FileUpload
      label="Attachments"
      hint={`At most ${MAX_ATTACHMENTS} documents or pictures. Name no patients in them.`}
      extensions={DOCUMENT_EXTENSIONS}
      largest={MAX_DOCUMENT_SIZE}
      multiple
      disabled={files.length >= MAX_ATTACHMENTS}
      files={files}
      send={async (file, watch) => {
        onSending(1);
        try {
          const about = { fileType: 'UPLOADED_DOCUMENT', subType: 'ATTACHMENT' } as const;
          const storedFile = await uploadFile({ file, ...about }, watch);
          onChange((before) => [...before, { ...storedFile, title: file.name, size: file.size }]);
        } finally {
          onSending(-1);
        }
      }}
      onRemove={async ({ id, key }) => {
        await deleteFile({ fileType: 'UPLOADED_DOCUMENT', key });
        onChange((before) => before.filter((one) => one.id !== id));
      }}
    />
  );
}
