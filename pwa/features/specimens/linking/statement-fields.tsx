import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { listFiles } from '#db/api/records/files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { fileLimits } from '#db/records/files/document-rules.ts';
import type { ShownFile } from '#db/records/files/shown-file.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { FileUpload } from '#pwa/ui/files/file-upload.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { RelabelField, type RelabelForm } from './resolve-discrepancy.tsx';

/** The files of the specimen that can be its statement: those that passed the virus check. */
const selectStatements = ({ rows }: { rows: readonly ShownFile[] }): readonly ShownFile[] =>
  rows.filter(({ scanStatus, superseded }) => scanStatus !== 'QUARANTINED' && !superseded);

/** The statement, attached now or chosen from the files of the specimen. */
function Fields({ specimenId }: { specimenId: string }) {
  const input = { query: { targetType: 'Specimen' as const, targetId: specimenId } };
  const { data, error, refetch } = useCall(listFiles, input, {
    staleTime: 0,
    select: selectStatements,
    message: MESSAGES.resourceNotAccessible,
  });
  const { setValue } = useFormContext<z.input<typeof RelabelForm>>();
  const { extensions, largest } = fileLimits(null);
  const send: Parameters<typeof FileUpload>[0]['send'] = async (file, watch) => {
    const about = { fileType: 'SPECIMEN_DOCUMENT', subType: 'ATTACHMENT', targetType: 'Specimen' } as const;
    const { id } = await uploadFile({ file, ...about, targetId: specimenId }, watch);
    await refetch();
    setValue('statement', id, { shouldDirty: true });
  };
  return (
    <>
      {error && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      <FileUpload
        label="Attach the statement"
        extensions={extensions}
        largest={largest}
        files={[]}
        send={send}
      />
      <RelabelField
        name="statement"
        placeholder={
          data === undefined ? 'Loading the files of the specimen' : 'Choose a file of the specimen'
        }
        options={(data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      />
    </>
  );
}

/** The statement of a new label; its files are on the server, so it is loaded apart from the bench's pages. */
export const StatementFields = (props: { specimenId: string }) => (
  <OnlineQueries>
    <Fields {...props} />
  </OnlineQueries>
);
