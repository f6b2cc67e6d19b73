import { listFiles } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { MAX_DOCUMENT_SIZE } from '#db/records/files/document-rules.ts';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { downloadFile } from '#pwa/api/files.ts';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { useCall, useInvalidation } from '#pwa/api/use-call.ts';
import { FileUpload } from '#pwa/ui/files/file-upload.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { DraftOperations } from './use-order-draft.ts';

/** Uploads, shows, replaces and removes the purchase order of a draft until it is submitted. */
export function PurchaseOrderFile({ draft, operations }: { draft: ShownDraft; operations: DraftOperations }) {
  const { id, purchaseOrderFileId } = draft.order;
  const invalidate = useInvalidation();
  const files = useCall(
    listFiles,
    { query: { targetType: 'Order', targetId: id } },
    { message: MESSAGES.resourceNotAccessible },
  );
  const attach = async (fileId: string | null): Promise<void> => {
    await operations.attachPurchaseOrder(fileId);
    await invalidate([listFiles]);
  };
  return (
    <>
      <FileUpload
        label="Purchase order"
        hint="A PDF, picture or document that your organization signed."
        extensions={DOCUMENT_EXTENSIONS}
        largest={MAX_DOCUMENT_SIZE}
        files={(files.data?.rows ?? []).filter((file) => file.id === purchaseOrderFileId)}
        send={async (file, watch) => {
          const about = { fileType: 'ORDER_DOCUMENT', subType: 'PURCHASE_ORDER' } as const;
          const uploaded = await uploadFile({ file, ...about, targetType: 'Order', targetId: id }, watch);
          await attach(uploaded.id);
        }}
        onOpen={downloadFile}
        onRemove={() => attach(null)}
      />
      {files.isError && <Notice tone="danger" title={errorText(files.error)} />}
    </>
  );
}
