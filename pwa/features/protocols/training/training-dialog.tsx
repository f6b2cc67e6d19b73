import { Download, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { changeProcedure } from '#db/api/protocols/procedure-versions.ts';
import { COMPETENCE_KIND_LABELS, COMPETENCE_STATE_DISPLAY } from '#db/protocols/competences/competence.ts';
import type { MatrixRecord } from '#db/protocols/competences/training-matrix.ts';
import { competenceState, monthsAfter } from '#db/protocols/competences/valid-competence.ts';
import { MAX_DOCUMENT_SIZE } from '#db/records/files/document-rules.ts';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { deleteFile, downloadFile } from '#pwa/api/files.ts';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FileUpload } from '#pwa/ui/files/file-upload.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { ShownCell } from './training-cells.ts';

interface Evidence {
  id: string;
  key: string;
  title: string;
  size: number;
}

type GrantedKind = 'TRAINED' | 'ASSESSED';
const KINDS: readonly Option<GrantedKind>[] = [
  { value: 'TRAINED', label: COMPETENCE_KIND_LABELS.TRAINED },
  { value: 'ASSESSED', label: COMPETENCE_KIND_LABELS.ASSESSED },
];

/** Downloads the evidence of a record. */
function EvidenceButton({ fileId }: { fileId: string }) {
  const open = (): void =>
    void downloadFile({ id: fileId, fileType: 'LAB_DOCUMENT', title: 'evidence' }).catch((error: unknown) =>
      toast.error(errorText(error)),
    );
  return (
    <Button variant="quiet" icon={Download} onClick={open}>
      Download evidence
    </Button>
  );
}

/** The document that shows what was done; it is uploaded before the training is confirmed. */
function EvidenceUpload({
  file,
  onChange,
}: {
  file: Evidence | null;
  onChange(file: Evidence | null): void;
}) {
  return (
    <FileUpload
      label="Evidence"
      hint="A signed checklist or certificate."
      extensions={DOCUMENT_EXTENSIONS}
      largest={MAX_DOCUMENT_SIZE}
      files={file ? [file] : []}
      send={async (document, watch) => {
        const about = { fileType: 'LAB_DOCUMENT', subType: 'ATTACHMENT', customerVisible: false } as const;
        const uploadedFile = await uploadFile({ file: document, ...about }, watch);
        onChange({ ...uploadedFile, title: document.name, size: document.size });
      }}
      onRemove={async ({ key }) => {
        await deleteFile({ fileType: 'LAB_DOCUMENT', key });
        onChange(null);
      }}
    />
  );
}

/** One record: what it says, by whom, until when, and why it was revoked. */
function RecordLine({
  row,
  today,
  onRevoke,
}: {
  row: MatrixRecord;
  today: string;
  onRevoke: (() => void) | null;
}) {
  const state = competenceState(row, today);
  const by = row.grantedByName === null ? '' : ` by ${row.grantedByName}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{`${COMPETENCE_KIND_LABELS[row.kind]}, version ${row.procedureVersion}`}</p>
        <p className="text-ink-soft text-sm">
          {`${formatDate(row.at)}${by}${row.expiresOn === null ? '' : `, last day ${formatDate(row.expiresOn)}`}`}
        </p>
        {row.notes && <p className="wrap-anywhere text-sm">{row.notes}</p>}
        {row.fileId !== null && <EvidenceButton fileId={row.fileId} />}
        {row.revocationReason !== null && (
          <p className="wrap-anywhere text-sm">{`Revoked by ${row.revokedByName ?? 'a colleague'}: ${row.revocationReason}`}</p>
        )}
      </div>
      <StatusBadge display={COMPETENCE_STATE_DISPLAY[state]} />
      {onRevoke && state !== 'REVOKED' && (
        <Button variant="quiet" onClick={onRevoke}>
          Revoke…
        </Button>
      )}
    </li>
  );
}

/** The records of a person on a procedure; managers and directors confirm a training here, or revoke one. */
export function TrainingDialog({
  cell: { person, procedure },
  records,
  today,
  onClose,
}: {
  cell: ShownCell;
  records: readonly MatrixRecord[];
  today: string;
  onClose(): void;
}) {
  const user = useSession().session?.user;
  const change = useCallMutation(changeProcedure);
  const [kind, setKind] = useState<GrantedKind>('TRAINED');
  const [notes, setNotes] = useState('');
  const [evidence, setEvidence] = useState<Evidence | null>(null);
  const [revoked, setRevoked] = useState<MatrixRecord | null>(null);
  const mayTrain = user !== undefined && hasCapability(user.role, 'trainPeople');
  const isOwn = user?.id === person.userId;
  const { competenceMonths } = procedure;
  const run = (operation: string, args: Record<string, unknown>, done: string): void =>
    change.mutate(
      { body: { operation, args } },
      {
        onSuccess: () => {
          toast.success(done);
          onClose();
        },
      },
    );
  const confirm = (): void =>
    run(
      'grant-competence',
      {
        userCompanyId: person.id,
        procedureId: procedure.id,
        kind,
        notes: notes.trim() || null,
        fileId: evidence?.id ?? null,
      },
      `Training of ${person.name} confirmed`,
    );
  return (
    <Dialog
      open
      title={`${person.name}: ${procedure.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{mayTrain && !isOwn ? 'Cancel' : 'Close'}</Button>
          {mayTrain && !isOwn && (
            <Button variant="primary" icon={GraduationCap} busy={change.isPending} onClick={confirm}>
              Confirm training
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {change.error && <Notice tone="danger" title={errorText(change.error)} />}
        {records.length === 0 ? (
          <p className="text-ink-soft">No records yet.</p>
        ) : (
          <ul aria-label="Records" className="divide-y divide-line">
            {[...records]
              .sort((a, b) => (a.at > b.at ? -1 : 1))
              .map((row) => (
                <RecordLine
                  key={row.id}
                  row={row}
                  today={today}
                  onRevoke={mayTrain ? () => setRevoked(row) : null}
                />
              ))}
          </ul>
        )}
        {mayTrain && isOwn && (
          <p className="text-ink-soft">Another manager or director confirms your training.</p>
        )}
        {mayTrain && !isOwn && (
          <>
            <Segmented<GrantedKind> label="Kind" options={KINDS} value={kind} onChange={setKind} />
            <Field label="Notes" hint="What was shown or watched.">
              {(control) => (
                <TextArea {...control} rows={2} maxLength={2000} value={notes} onChange={setNotes} />
              )}
            </Field>
            <EvidenceUpload file={evidence} onChange={setEvidence} />
            <p className="text-ink-soft text-sm">
              {`For version ${procedure.procedureVersion}, ${competenceMonths === null ? 'with no end date' : `valid until ${formatDate(monthsAfter(today, competenceMonths))}`}.`}
            </p>
          </>
        )}
      </div>
      <ConfirmDialog
        open={revoked !== null}
        title="Revoke this record?"
        confirmLabel="Revoke"
        danger
        reasonRequired
        onConfirm={(reason) => {
          const competenceId = revoked?.id;
          setRevoked(null);
          run('revoke-competence', { competenceId, reason }, 'Record revoked');
        }}
        onClose={() => setRevoked(null)}
      >
        <p>What was signed before stays signed.</p>
      </ConfirmDialog>
    </Dialog>
  );
}
