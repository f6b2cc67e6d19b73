import { Download, Save, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Differences } from './differences.tsx';
import { FaultTable } from './fault-table.tsx';
import { count, type ManifestUploadProps, useManifest } from './use-manifest.ts';

const ENDINGS = '.xlsx,.csv,.tsv,.txt';

/** Downloads: the empty templates, and the current rows. */
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

/** Uploads a spreadsheet: shows all faults at once and its changes before it is saved. */
export function ManifestUpload(props: ManifestUploadProps) {
  const { draft } = props;
  const { mode, file, verdict, busy, problem, check, choose, save, putAway } = useManifest(props);
  const result = verdict && ('faulty' in verdict ? verdict.faulty : verdict.right);
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
            <p>Correct them in your file and choose it again.</p>
          </Notice>
          <FaultTable label="Faults of the file" manifestFaults={verdict.faulty.faults} />
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
      {result && result.ignored.length > 0 && (
        <p className="text-ink-soft text-sm">{`Columns that were not read: ${result.ignored.join(', ')}.`}</p>
      )}
      {result && result.warnings.length > 0 && (
        <>
          <h3 className="font-semibold">{`Worth a look (${result.warnings.length})`}</h3>
          <FaultTable label="Warnings of the file" manifestFaults={result.warnings} />
        </>
      )}
    </div>
  );
}
