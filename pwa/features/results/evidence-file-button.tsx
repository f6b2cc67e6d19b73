import { Download } from 'lucide-react';
import { useState } from 'react';
import { FILE_SUBTYPE_LABEL } from '#db/records/file-subtype-words.ts';
import type { EvidenceFile } from '#db/specimens/result-evidence.ts';
import { downloadFile } from '#pwa/api/files.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/sizes.ts';
import { errorText } from './error-text.ts';

/** Downloads an evidence file under its own name. */
export function EvidenceFileButton({ file }: { file: EvidenceFile }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await downloadFile(file);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const facts = [
    file.subType && FILE_SUBTYPE_LABEL[file.subType],
    formatFileSize(file.size),
    formatDate(file.createdAt),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-0.5">
      <button
        type="button"
        aria-label={`Download ${file.title}`}
        disabled={busy}
        onClick={() => void open()}
        className="inline-flex min-h-11 items-center gap-2 md:min-h-7 text-left font-medium text-accent-ink underline underline-offset-2"
      >
        <Download aria-hidden size={18} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">{file.title}</span>
      </button>
      <p className="text-ink-soft text-sm">{facts.filter(Boolean).join(' · ')}</p>
      {problem && (
        <p role="alert" className="basis-full wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}
