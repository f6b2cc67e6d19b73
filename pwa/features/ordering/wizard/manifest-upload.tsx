import { Download, Save, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { Differences } from './differences.tsx';
import { FaultTable } from './fault-table.tsx';
import { type ListMode, type ListVerdict, sendFile } from './manifest-client.ts';
import { type DraftActs, errorText } from './use-draft.ts';

const ENDINGS = '.xlsx,.csv,.tsv,.txt';
const LARGEST = 5_000_000;

/** A checked file whose rows are not saved yet. */
export interface WaitingFile {
  name: string;
  rows: number;
  /** True once its rows are rows of the order. */
  save(): Promise<boolean>;
}

interface ManifestUploadProps {
  draft: ShownDraft;
  acts: DraftActs;
  /** The file has become rows of the order. */
  onSaved(): void;
  /** Told of a checked file that is not saved yet, and of none. */
  onWaiting?: ((file: WaitingFile | null) => void) | undefined;
}

/** Tells of the file that waits, as it stands, and of none when its place is left. */
function useWaiting(
  waiting: { file: File; rows: number; save(): Promise<boolean> } | null,
  tell: ManifestUploadProps['onWaiting'],
): void {
  const save = useRef(waiting?.save);
  save.current = waiting?.save;
  const name = waiting?.file.name;
  const rows = waiting?.rows ?? 0;
  useEffect(() => {
    if (name === undefined) return;
    tell?.({ name, rows, save: async () => (await save.current?.()) ?? true });
    return () => tell?.(null);
  }, [name, rows, tell]);
}

/** A file from its choice to its rows: checked first, saved when all of it is right and somebody says so. */
function useManifest({ draft, acts, onSaved, onWaiting }: ManifestUploadProps) {
  const [mode, setMode] = useState<ListMode>('replace');
  const [file, setFile] = useState<File | null>(null);
  const [verdict, setVerdict] = useState<ListVerdict | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const list = (as: ListMode, dryRun: boolean) => ({ orderId: draft.order.id, mode: as, dryRun });
  const ask = async (act: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      return await act();
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const check = (next: File, as: ListMode): Promise<boolean> =>
    ask(async () => {
      setFile(next);
      setVerdict(null);
      if (next.size > LARGEST) {
        setProblem('The file is larger than 5 MB. Copy only the rows into a new workbook and upload that.');
        return false;
      }
      setVerdict(await sendFile(list(as, true), next));
      return true;
    });
  const putAway = (): void => {
    setFile(null);
    setVerdict(null);
  };
  const save = (): Promise<boolean> =>
    ask(async () => {
      if (!file) return false;
      const told = await acts.beside(() => sendFile(list(mode, false), file));
      setVerdict(told);
      if ('faulty' in told) return false;
      putAway();
      toast.success(
        `${count(told.right.rowCount, 'row')} of ${file.name} ${told.right.rowCount === 1 ? 'is' : 'are'} saved.`,
      );
      onSaved();
      return true;
    });
  const choose = (next: ListMode): void => {
    setMode(next);
    if (file) void check(file, next);
  };
  useWaiting(
    verdict && 'right' in verdict && file ? { file, rows: verdict.right.rowCount, save } : null,
    onWaiting,
  );
  const checkFile = (next: File): void => void check(next, mode);
  return { mode, file, verdict, busy, problem, check: checkFile, choose, save, putAway };
}

/** The templates to fill in, and the rows as they stand. */
export function ManifestDownloads({ draft }: { draft: ShownDraft }) {
  const { id, protocolId, packageType } = draft.order;
  const template = (format: string) =>
    `/api/manifest/template?${new URLSearchParams({ protocolId, packageType, format })}`;
  const links = [
    { label: 'Template (Excel)', href: template('xlsx') },
    { label: 'Template (CSV)', href: template('csv') },
    ...(draft.requisitions.length > 0
      ? [
          { label: 'Your rows (Excel)', href: `/api/manifest/orders/${id}?format=xlsx` },
          { label: 'Your rows (CSV)', href: `/api/manifest/orders/${id}?format=csv` },
        ]
      : []),
  ];
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ label, href }) => (
        <li key={href}>
          <a
            href={href}
            download
            className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line-strong px-3 font-medium hover:bg-hover md:min-h-control"
          >
            <Download aria-hidden size={18} />
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function DropPlace({ busy, onFile }: { busy: boolean; onFile(file: File): void }) {
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drag = (event: DragEvent, inside: boolean): void => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    setOver(inside && !busy);
  };
  const take = (file: File | undefined): void => {
    if (file && !busy) onFile(file);
  };
  return (
    <section
      aria-label="Drop your spreadsheet here"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed p-6 text-center',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <input
        ref={chooser}
        type="file"
        accept={ENDINGS}
        aria-label="Spreadsheet with your specimens"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={Upload} busy={busy} onClick={() => chooser.current?.click()}>
        Choose file
      </Button>
      <p className="text-ink-soft text-sm">Or drop it here. Excel (xlsx) or CSV, at most 960 rows.</p>
    </section>
  );
}

/** The spreadsheet that somebody already has: every fault at once, and what it changes before it is saved. */
export function ManifestUpload(props: ManifestUploadProps) {
  const { draft } = props;
  const { mode, file, verdict, busy, problem, check, choose, save, putAway } = useManifest(props);
  const told = verdict && ('faulty' in verdict ? verdict.faulty : verdict.right);
  return (
    <div className="flex flex-col gap-4">
      <ManifestDownloads draft={draft} />
      {draft.requisitions.length > 0 && (
        <Segmented
          label="What happens to the rows that are there"
          value={mode}
          options={[
            { value: 'replace', label: 'Replace the rows' },
            { value: 'append', label: 'Add below' },
          ]}
          onChange={choose}
        />
      )}
      <DropPlace busy={busy} onFile={check} />
      {problem && <Notice tone="danger" title={problem} />}
      {verdict && 'faulty' in verdict && (
        <>
          <Notice
            tone="danger"
            title={`${file?.name ?? 'The file'}: ${count(verdict.faulty.faults.length, 'fault')}. Nothing was saved.`}
          >
            <p>Put them right in your file and choose it again.</p>
          </Notice>
          <FaultTable label="Faults of the file" faults={verdict.faulty.faults} />
        </>
      )}
      {verdict && 'right' in verdict && (
        <>
          <Notice
            tone="success"
            title={`${file?.name ?? 'The file'}: ${count(verdict.right.rowCount, 'row')}, all right. Not saved yet.`}
            action={
              <>
                <Button variant="quiet" disabled={busy} onClick={putAway}>
                  Put the file away
                </Button>
                <Button variant="primary" icon={Save} busy={busy} onClick={() => void save()}>
                  Save these rows
                </Button>
              </>
            }
          />
          <Differences differences={verdict.right.differences} />
        </>
      )}
      {told && told.ignored.length > 0 && (
        <p className="text-ink-soft text-sm">{`Columns that were not read: ${told.ignored.join(', ')}.`}</p>
      )}
      {told && told.warnings.length > 0 && (
        <>
          <h3 className="font-semibold">{`Worth a look (${told.warnings.length})`}</h3>
          <FaultTable label="Warnings of the file" faults={told.warnings} />
        </>
      )}
    </div>
  );
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
