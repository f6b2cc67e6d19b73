import { Columns3, Download, Pencil, Save, Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { downloadManifest, downloadManifestTemplate } from '#db/api/ordering/manifest.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { NO_WELLS } from '#db/ordering/manifest/check-row.ts';
import type { ManifestDifferences } from '#db/ordering/manifest/manifest-differences.ts';
import { callUrl } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { FaultTable, SmallTable } from './fault-table.tsx';
import { MappingForm } from './mapping-form.tsx';
import { count, type ManifestUploadProps, useManifest } from './use-manifest.ts';

const AT_ONCE = 100;

const wellText = (well: string | null): string => {
  const [plate, place] = well?.split(':') ?? [];
  return place ? ` (plate ${plate}, ${place})` : '';
};

function Names({
  title,
  rows,
}: {
  title: string;
  rows: readonly { customerSampleId: string; well: string | null }[];
}) {
  if (rows.length === 0) return null;
  const rest = rows.length - AT_ONCE;
  return (
    <div>
      <h4 className="font-medium">{`${title} (${rows.length})`}</h4>
      <p className="max-h-40 overflow-auto text-sm wrap-anywhere">
        {rows
          .slice(0, AT_ONCE)
          .map((one) => `${one.customerSampleId}${wellText(one.well)}`)
          .join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </p>
    </div>
  );
}

/** Shows what a file would change in the order, cell by cell, before anything is saved. */
function Differences({ differences }: { differences: ManifestDifferences }) {
  const { added, removed, changed, unchanged } = differences;
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">
        {`${added.length} new, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged.`}
      </p>
      <Names title="New" rows={added} />
      <Names title="Removed" rows={removed} />
      {changed.length > 0 && (
        <div>
          <h4 id={id} className="font-medium">{`Changed (${changed.length})`}</h4>
          <SmallTable
            name={{ headingId: id }}
            high="max-h-72"
            stacks
            heads={['Row', 'Sample ID', 'Column', 'Now', 'Will be']}
          >
            {changed.slice(0, AT_ONCE).flatMap((row) =>
              row.cells.map((cell) => (
                <tr
                  key={`${row.row} ${cell.field}`}
                  className="border-line border-b last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:px-3 max-sm:py-2"
                >
                  <td
                    data-head="Row"
                    className="px-2 py-1 tabular-nums max-sm:p-0 max-sm:before:mr-1 max-sm:before:content-[attr(data-head)]"
                  >
                    {row.row}
                  </td>
                  <td className="code px-2 py-1 wrap-anywhere max-sm:p-0">{row.customerSampleId}</td>
                  <td className="px-2 py-1 max-sm:basis-full max-sm:p-0 max-sm:font-medium">{cell.column}</td>
                  <td
                    data-then="→"
                    className="px-2 py-1 text-ink-soft wrap-anywhere max-sm:p-0 max-sm:after:ml-2 max-sm:after:content-[attr(data-then)]"
                  >
                    <del>{cell.from || 'empty'}</del>
                  </td>
                  <td className="px-2 py-1 wrap-anywhere max-sm:p-0">
                    <ins className="no-underline">{cell.to || 'empty'}</ins>
                  </td>
                </tr>
              )),
            )}
          </SmallTable>
          {changed.length > AT_ONCE && (
            <p className="mt-1 text-ink-soft text-sm">{`And ${changed.length - AT_ONCE} more rows.`}</p>
          )}
        </div>
      )}
    </div>
  );
}

const ENDINGS = '.xlsx,.csv,.tsv,.txt';

/** Downloads: the empty templates, and the current rows. */
function ManifestDownloads({ draft }: { draft: ShownDraft }) {
  const { id, protocolId, packageType } = draft.order;
  const template = (format: 'xlsx' | 'csv') =>
    callUrl(downloadManifestTemplate, { query: { protocolId, packageType, format } });
  const ownRows = (format: 'xlsx' | 'csv') =>
    callUrl(downloadManifest, { params: { orderId: id }, query: { format } });
  const links = [
    { label: 'Template (Excel)', href: template('xlsx') },
    { label: 'Template (CSV)', href: template('csv') },
    ...(draft.requisitions.length > 0
      ? [
          { label: 'Your rows (Excel)', href: ownRows('xlsx') },
          { label: 'Your rows (CSV)', href: ownRows('csv') },
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
  const upload = useManifest(props);
  const { mode, file, verdict, question, busy, problem, check, choose, save, putAway } = upload;
  const result =
    verdict && ('faulty' in verdict ? verdict.faulty : 'right' in verdict ? verdict.right : null);
  const inWells = result?.faults.some(({ problem: text }) => text === NO_WELLS) ?? false;
  const takesPlates = draft.service.packageTypes.includes('PLATE');
  const sendPlates = async (): Promise<void> => {
    await props.operations.save({ packageType: 'PLATE' });
    if (file) check(file);
  };
  if (question)
    return (
      <MappingForm
        key={question.columns.map(({ header }) => header).join()}
        draft={draft}
        question={question}
        busy={busy}
        onConfirm={(mapping) => void upload.confirm(mapping)}
        onCancel={putAway}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <ManifestDownloads draft={draft} />
      {draft.requisitions.length > 0 && (
        <Segmented
          label="Existing rows"
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
            title={`${file?.name ?? 'The file'}: ${count(verdict.faulty.faults.length, 'error')}. Nothing was saved.`}
            action={
              <>
                {inWells && takesPlates && <Button onClick={() => void sendPlates()}>Send as plates</Button>}
                {verdict.faulty.rows.length > 0 && (
                  <Button variant="primary" icon={Pencil} onClick={upload.correct}>
                    Correct in table
                  </Button>
                )}
              </>
            }
          >
            <p>Correct them in the table, or in your file and upload it again.</p>
          </Notice>
          <FaultTable label="File errors" manifestFaults={verdict.faulty.faults} />
        </>
      )}
      {verdict && 'right' in verdict && (
        <>
          <Notice
            tone="success"
            title={`${file?.name ?? 'The file'}: ${count(verdict.right.rowCount, 'row')}, no errors. Not saved yet.`}
            action={
              <>
                <Button variant="quiet" disabled={busy} onClick={putAway}>
                  Discard file
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
      {result && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
          {result.ignored.length > 0 && <p>{`Columns that were not read: ${result.ignored.join(', ')}.`}</p>}
          {result.question && (
            <Button variant="quiet" icon={Columns3} onClick={upload.changeMapping}>
              Change columns and words
            </Button>
          )}
        </div>
      )}
      {result && result.warnings.length > 0 && (
        <>
          <h3 className="font-semibold">{`Warnings (${result.warnings.length})`}</h3>
          <FaultTable label="File warnings" manifestFaults={result.warnings} />
        </>
      )}
    </div>
  );
}
